import type { Contributions } from "../contributions/types.ts";
import { and, inView, not, onOneRow, row, rowWithout, withPages } from "../contributions/when.ts";
import { loadingWelcome, startWelcome } from "../contributions/startWelcome.ts";
import { failureWelcomes } from "../contributions/welcome.ts";
import { contextKeys, views } from "../ids.ts";

const viewTitle = and(inView(views.activity), contextKeys.signedIn);
const feed = row(views.activity, "activityFeed");
const event = row(views.activity, "activityEvent");

export const activityContributions: Contributions = {
  name: "activity",
  commands: {
    addFeed: {
      id: "forgeside.feed.add",
      title: "Add Activity Feed...",
      shortTitle: "Add Feed...",
      help: "The picker knows which feeds fit the account; names that are typed are looked up",
      icon: "$(add)",
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.activity, "activityAccount")), groups: ["inline@1", "1_add@1"] },
        ],
        "view/title": [{ when: viewTitle, groups: ["navigation@1"] }],
      },
    },
    removeFeed: {
      id: "forgeside.feed.remove",
      rowKey: "delete",
      title: "Remove Activity Feed",
      menus: {
        "view/item/context": [{ when: feed, groups: ["7_remove@1"] }],
      },
    },
    renameFeed: {
      id: "forgeside.feed.rename",
      rowKey: "rename",
      title: "Rename Activity Feed...",
      menus: {
        "view/item/context": [{ when: onOneRow(feed), groups: ["3_edit@1"] }],
      },
    },
    moveFeedUp: {
      id: "forgeside.feed.moveUp",
      title: "Move Activity Feed Up",
      icon: "$(arrow-up)",
      palette: not(contextKeys.oneFeed),
      menus: {
        "view/item/context": [
          { when: onOneRow(rowWithout(views.activity, "activityFeed", "first")), groups: ["3_edit@2"] },
        ],
      },
    },
    moveFeedDown: {
      id: "forgeside.feed.moveDown",
      title: "Move Activity Feed Down",
      icon: "$(arrow-down)",
      palette: not(contextKeys.oneFeed),
      menus: {
        "view/item/context": [
          { when: onOneRow(rowWithout(views.activity, "activityFeed", "last")), groups: ["3_edit@3"] },
        ],
      },
    },
    refresh: {
      id: "forgeside.feed.refresh",
      title: "Refresh Activity",
      shortTitle: "Refresh",
      help: "All feeds, or the one of the row",
      icon: "$(refresh)",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["navigation@99"] }],
      },
    },
    markAllRead: {
      id: "forgeside.feed.markAllRead",
      title: "Mark All Activity as Read",
      shortTitle: "Mark All as Read",
      icon: "$(check-all)",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["navigation@2"] }],
      },
    },
    refreshFeed: {
      id: "forgeside.feed.refreshFeed",
      title: "Refresh Feed",
      icon: "$(refresh)",
      palette: false,
      menus: {
        "view/item/context": [{ when: feed, groups: ["inline@2", "8_refresh@1"] }],
      },
    },
    markFeedRead: {
      id: "forgeside.feed.markFeedRead",
      title: "Mark Feed as Read",
      icon: "$(check-all)",
      palette: false,
      menus: {
        "view/item/context": [{ when: feed, groups: ["inline@1", "1_read@1"] }],
      },
    },
    loadMore: {
      id: "forgeside.feed.loadMore",
      title: "Load More Activity",
      palette: false,
    },
    group: {
      id: "forgeside.feed.group",
      title: "Group Activity By...",
      shortTitle: "Group By...",
      help: "Repository, person or time; types, people, repositories. Both are stored",
      icon: "$(group-by-ref-type)",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["2_arrange@2"] }],
      },
    },
    filter: {
      id: "forgeside.feed.filter",
      title: "Filter Activity...",
      shortTitle: "Filter...",
      icon: "$(filter)",
      menus: {
        "view/title": [
          {
            when: and(inView(views.activity), contextKeys.signedIn, not(contextKeys.activityFiltered)),
            groups: ["navigation@3"],
          },
          // Its icon gives way to that of clearing the filter.
          { when: and(viewTitle, contextKeys.activityFiltered), groups: ["2_arrange@1"] },
        ],
      },
    },
    clearFilter: {
      id: "forgeside.feed.clearFilter",
      title: "Show All Activity",
      shortTitle: "Show All",
      icon: "$(filter-filled)",
      palette: contextKeys.activityFiltered,
      menus: {
        "view/title": [
          {
            when: and(inView(views.activity), contextKeys.signedIn, contextKeys.activityFiltered),
            groups: ["navigation@3"],
          },
        ],
      },
    },
    mute: {
      id: "forgeside.feed.mute",
      title: "Mute Activity...",
      help: "A person, a repository or a type of events",
      icon: "$(mute)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.activity, "activityGroup", "named")), groups: ["3_mute@1"] },
          { when: onOneRow(event), groups: ["3_mute@1"] },
        ],
      },
    },
    unmute: {
      id: "forgeside.feed.unmute",
      title: "Unmute Activity...",
      shortTitle: "Unmute...",
      palette: not(contextKeys.nothingMuted),
      menus: {
        "view/title": [{ when: viewTitle, groups: ["2_arrange@3"] }],
      },
    },
    open: {
      id: "forgeside.event.open",
      title: "Open Event",
      help: "At the row of an event",
      icon: "$(go-to-file)",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(event), groups: ["1_open@1"] }],
      },
    },
    openInBrowser: {
      id: "forgeside.event.openInBrowser",
      title: "Open Event in Browser",
      icon: "$(link-external)",
      palette: false,
      menus: {
        "view/item/context": [{ when: and(onOneRow(event), withPages), groups: ["inline@1", "1_open@2"] }],
      },
    },
    copyMarkdown: {
      id: "forgeside.event.copyMarkdown",
      rowKey: "copy",
      title: "Copy Event as Markdown",
      icon: "$(markdown)",
      palette: false,
      menus: {
        "view/item/context": [{ when: event, groups: ["5_copy@1"] }],
      },
    },
    showJson: {
      id: "forgeside.event.showJson",
      title: "Show Event as JSON",
      icon: "$(json)",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(event), groups: ["1_open@3"] }],
      },
    },
  },
  views: {
    activity: {
      name: "Activity",
      initialSize: 4,
      accessibilityHelp: [
        "The Activity view lists events of the repositories and people that you chose, newest first. A row is one event, as a sentence with its age; events that you have not seen are marked as unread.",
        "Each row says what it is and how old it is. Right Arrow opens a row and Left Arrow closes it; Enter opens its item, Shift+F10 its menu with everything that can be done.",
        "Type to find a row. Shift and the arrow keys select several rows: the menu then concerns all of them. Delete a row: <keybinding:forgeside.row.delete>. Rename it: <keybinding:forgeside.row.rename>. Copy an event as Markdown, another row as its name: <keybinding:forgeside.row.copy>.",
        "Mark everything as read: <keybinding:forgeside.feed.markAllRead>. Filter events: <keybinding:forgeside.feed.filter>.",
      ],
      visibility: "collapsed",
      welcome: {
        signedOut: {
          when: `${contextKeys.activityState} == signedOut`,
          text:
            // Within a sentence it is a link: the button is that of the first view.
            "[Sign in](command:forgeside.account.signIn) to see what happens in the repositories that you watch.\n" +
            "No account? [Try the sandbox](command:forgeside.account.trySandbox).",
        },
        loading: loadingWelcome(contextKeys.activityState),
        empty: {
          when: `${contextKeys.activityState} == empty`,
          text:
            "No feeds are shown. A feed lists what happens in a repository or organization, or what a user does.\n" +
            "[Add Activity Feed](command:forgeside.feed.add)",
        },
        notStarted: startWelcome(contextKeys.activityState, "forgeside.feed.refresh"),
        ...failureWelcomes(contextKeys.activityState, "the feeds", "forgeside.feed.refresh"),
      },
    },
  },
  settings: {
    activityNotifyOf: {
      id: "forgeside.activity.notifyOf",
      section: "service",
      description:
        "Types of events that a message reports when they are new: in the feeds of the Activity view, and only while that view is visible.",
      scope: "application",
      type: "array",
      default: [],
      items: {
        type: "string",
        enum: [
          "CommitCommentEvent",
          "CreateEvent",
          "DeleteEvent",
          "DeploymentEvent",
          "DeploymentStatusEvent",
          "DownloadEvent",
          "FollowEvent",
          "ForkApplyEvent",
          "ForkEvent",
          "GistEvent",
          "GollumEvent",
          "IssueCommentEvent",
          "IssuesEvent",
          "MemberEvent",
          "PublicEvent",
          "PullRequestEvent",
          "PullRequestReviewEvent",
          "PullRequestReviewCommentEvent",
          "PushEvent",
          "ReleaseEvent",
          "SponsorshipEvent",
          "TeamAddEvent",
          "WatchEvent",
        ],
      },
      uniqueItems: true,
    },
  },
};
