import type { Contributions } from "../contributions/types.ts";
import { loadingWelcome, startWelcome } from "../contributions/startWelcome.ts";
import { and, inView, matches, not, onOneRow, row, rowWithout, withPages } from "../contributions/when.ts";
import { authenticationId, contextKeys, views } from "../ids.ts";

const account = row(views.accounts, "account");

export const accountContributions: Contributions = {
  name: "account",
  commands: {
    signIn: {
      id: "forgeside.account.signIn",
      signedOut: "everywhere",
      title: "Sign In...",
      help: "The accounts and what each may do: [Accounts and permissions](accounts.md)",
      icon: "$(add)",
      menus: {
        "view/title": [{ when: inView(views.accounts), groups: ["navigation@1"] }],
      },
    },
    lookAround: {
      id: "forgeside.account.lookAround",
      signedOut: "everywhere",
      title: "Browse GitHub.com Without an Account",
      icon: "$(eye)",
    },
    trySandbox: {
      id: "forgeside.account.trySandbox",
      signedOut: "everywhere",
      title: "Try the Sandbox",
      icon: "$(beaker)",
    },
    switch: {
      id: "forgeside.account.switch",
      title: "Switch Account...",
      shortTitle: "Switch...",
      icon: "$(arrow-swap)",
      palette: not(contextKeys.oneAccount),
      menus: {
        "view/item/context": [
          { when: onOneRow(rowWithout(views.accounts, "account", "active")), groups: ["inline@1", "1_account@1"] },
        ],
        "view/title": [{ when: and(inView(views.accounts), contextKeys.signedIn), groups: ["1_account@1"] }],
      },
    },
    replaceToken: {
      id: "forgeside.account.replaceToken",
      title: "Replace Token...",
      icon: "$(key)",
      palette: not(contextKeys.noOwnToken),
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.accounts, "account", "token")), groups: ["1_account@2"] },
        ],
      },
    },
    createToken: {
      id: "forgeside.account.createToken",
      title: "Create Token...",
      icon: "$(key)",
      palette: not(contextKeys.onlySandbox),
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.accounts, "account", "token")), groups: ["1_account@5"] },
        ],
      },
    },
    managePermissions: {
      id: "forgeside.account.managePermissions",
      title: "Manage Permissions...",
      icon: "$(shield)",
      palette: not(contextKeys.onlySandbox),
      menus: {
        "view/item/context": [
          { when: and(onOneRow(account), not(contextKeys.onlySandbox)), groups: ["1_account@4"] },
        ],
      },
    },
    grantAccess: {
      id: "forgeside.account.grantAccess",
      title: "Resolve Missing Permission...",
      icon: "$(unlock)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: matches("viewItem", "missingPermission"), groups: ["inline@1", "1_permission@1"] },
        ],
      },
    },
    openPage: {
      id: "forgeside.account.openPage",
      rowKey: "open",
      title: "Open Profile in Browser",
      palette: false,
      menus: {
        "view/item/context": [{ when: and(onOneRow(account), withPages), groups: ["2_open@1"] }],
      },
    },
    signOut: {
      id: "forgeside.account.signOut",
      rowKey: "delete",
      title: "Sign Out...",
      icon: "$(sign-out)",
      menus: {
        "view/item/context": [{ when: account, groups: ["9_signOut@1"] }],
      },
    },
    refresh: {
      id: "forgeside.account.refresh",
      title: "Refresh Server Capabilities",
      help: "Reads again which version the server has and what it supports",
      icon: "$(refresh)",
      menus: {
        "view/item/context": [{ when: account, groups: ["1_account@3"] }],
      },
    },
  },
  views: {
    accounts: {
      name: "Accounts",
      initialSize: 1,
      accessibilityHelp: [
        "The Accounts view lists the accounts that you are signed in to, with their server. The active one is marked: commands act on it.",
        "Each row says what it is. Right Arrow opens a row and Left Arrow closes it; Enter opens its item, Shift+F10 its menu with everything that can be done.",
        "Type to find a row. Shift and the arrow keys select several rows: the menu then concerns all of them. Sign out of an account: <keybinding:forgeside.row.delete>. Open its profile in the browser: <keybinding:forgeside.row.open>. Copy its name: <keybinding:forgeside.row.copy>.",
        "Sign in to another account: <keybinding:forgeside.account.signIn>. Switch the active account: <keybinding:forgeside.account.switch>.",
      ],
      visibility: "collapsed",
      welcome: {
        signedOut: {
          when: `${contextKeys.accountsState} == signedOut`,
          // Within a sentence it is a link: the button is that of the first view.
          text: "You're not signed in. [Sign in](command:forgeside.account.signIn) to add an account.",
        },
        loading: loadingWelcome(contextKeys.accountsState),
        notStarted: startWelcome(contextKeys.accountsState, "forgeside.account.refresh"),
      },
    },
  },
  settings: {
    signInAtStart: {
      id: "forgeside.sandbox.signInAtStart",
      section: "service",
      description:
        "Signs in to the built-in sandbox with the first use of Forgeside when no account is signed in: for demonstrations and courses.",
      scope: "application",
      type: "boolean",
      default: false,
    },
  },
  authentication: [{ id: authenticationId, label: "Forgeside" }],
};
