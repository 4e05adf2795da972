import { hasRight, type Right, type RightsMask } from './rights.ts';

/** What people do in the console, in groups, each with the right that it needs at a place. Controls and the preview of an access follow it. */
export const ACTION_GROUPS = {
  places: { see_places: 'read', edit_places: 'edit-tree' },
  devices: {
    see_devices: 'read',
    command_devices: 'operate',
    set_devices: 'operate',
    bind_devices: 'operate',
    update_devices: 'operate',
  },
  announcements: {
    read_runs: 'read-texts',
    say: 'speak',
    stop_own: 'speak',
    stop_others: 'stop',
    emergency: 'emergency',
  },
  schedules: {
    read_schedules: 'read-texts',
    edit_schedules: 'plan',
    edit_day_programmes: 'plan',
    edit_groups: 'plan',
  },
  library: { read_library: 'read-texts', edit_library: 'plan' },
  messages: { read_sms: 'read-texts', send_sms: 'speak', edit_templates: 'plan' },
  alarms: { see_alarms: 'read', handle_alarms: 'operate', set_alarm_rules: 'operate' },
  automation: { manage_webhooks: 'members', manage_triggers: 'members' },
  members: { manage_members: 'members', manage_keys: 'members' },
} as const satisfies Record<string, Record<string, Right>>;

export type ActionGroup = keyof typeof ACTION_GROUPS;
type ActionOf<G extends ActionGroup> = G extends ActionGroup ? keyof (typeof ACTION_GROUPS)[G] : never;
export type Action = ActionOf<ActionGroup>;

export const ACTION_RIGHTS = Object.assign({}, ...Object.values(ACTION_GROUPS)) as Readonly<Record<Action, Right>>;

export const actionsOf = (group: ActionGroup): Action[] => Object.keys(ACTION_GROUPS[group]) as Action[];

export const allows = (rights: RightsMask, action: Action): boolean => hasRight(rights, ACTION_RIGHTS[action]);
