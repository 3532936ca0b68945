import type { Contributions } from "../contributions/types.ts";
import { loadingWelcome, startWelcome } from "../contributions/startWelcome.ts";
import { and, inView, not, row } from "../contributions/when.ts";
import { contextKeys, views } from "../ids.ts";

const viewTitle = inView(views.service);
const accountTitle = and(viewTitle, contextKeys.signedIn);

export const serviceContributions: Contributions = {
  name: "service",
  commands: {
    doctor: {
      id: "forgeside.service.doctor",
      signedOut: "everywhere",
      title: "Doctor: Check the Connection",
      help: "What the server allows and has: [the Service view](service.md#the-service-view)",
      icon: "$(pulse)",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["navigation@1"] }],
      },
    },
    showLimit: {
      id: "forgeside.service.showLimit",
      title: "Show Rate Limit",
    },
    refresh: {
      id: "forgeside.service.refresh",
      title: "Refresh Service",
      shortTitle: "Refresh",
      icon: "$(refresh)",
      menus: {
        "view/title": [{ when: accountTitle, groups: ["navigation@2"] }],
      },
    },
    emoji: {
      id: "forgeside.service.emoji",
      title: "Select Emoji...",
      help: "Emoji of the server; IP ranges that it publishes",
      icon: "$(smiley)",
      menus: {
        "view/title": [{ when: accountTitle, groups: ["1_service@1"] }],
      },
    },
    copyFact: {
      id: "forgeside.service.copyFact",
      rowKey: "copy",
      title: "Copy Values",
      icon: "$(copy)",
      palette: false,
      menus: {
        "view/item/context": [{ when: row(views.service, "fact"), groups: ["inline@1", "5_copy@1"] }],
      },
    },
    cancelWaiting: {
      id: "forgeside.service.cancelWaiting",
      title: "Cancel Waiting Request",
      help: "At the row of a call that waits for the rate limit",
      icon: "$(close)",
      palette: false,
      menus: {
        "view/item/context": [{ when: row(views.service, "waitingCall"), groups: ["inline@1", "1_stop@1"] }],
      },
    },
    simulateActivity: {
      id: "forgeside.service.simulateActivity",
      title: "Simulate Activity in the Sandbox...",
      help: "Another user comments, commits or edits the open file, once or every 30 seconds: to see merging, feeds and webhooks",
      icon: "$(organization)",
      palette: not(contextKeys.noSandbox),
    },
    accessibilityHelp: {
      id: "forgeside.service.accessibilityHelp",
      signedOut: "everywhere",
      title: "Show Accessibility Help",
      help: "What each view shows and its keys, for screen readers",
    },
  },
  views: {
    service: {
      name: "Service",
      initialSize: 2,
      accessibilityHelp: [
        "The Service view shows the rate limit, the IP ranges and the capabilities of the server, and the authorizations of the account.",
        "Each row says what it is. Right Arrow opens a row and Left Arrow closes it; Enter opens its item, Shift+F10 its menu with everything that can be done.",
        "Type to find a row. Shift and the arrow keys select several rows: the menu then concerns all of them. Delete an authorization: <keybinding:forgeside.row.delete>. Copy the values or the name of a row: <keybinding:forgeside.row.copy>.",
        "Find out why something doesn't work: <keybinding:forgeside.service.doctor>. Run any operation: <keybinding:forgeside.operation.run>.",
      ],
      visibility: "collapsed",
      welcome: {
        signedOut: {
          when: `${contextKeys.serviceState} == signedOut`,
          text: "[Sign in](command:forgeside.account.signIn) to see the limits, IP ranges and authorizations of the server.",
        },
        // What fails is below its row; the rows themselves need no request.
        loading: loadingWelcome(contextKeys.serviceState),
        notStarted: startWelcome(contextKeys.serviceState, "forgeside.service.refresh"),
      },
    },
  },
  settings: {
    warnBelow: {
      id: "forgeside.service.warnBelow",
      section: "service",
      description:
        "The status bar shows how many requests are left once it is less than this percentage of the limit. `0` for never.",
      scope: "application",
      type: "number",
      default: 10,
      minimum: 0,
      maximum: 100,
    },
  },
};
