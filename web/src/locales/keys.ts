import type activity from './en/activity.json';
import type alertFeeds from './en/alert-feeds.json';
import type alarmMaintenance from './en/alarm-maintenance.json';
import type alarmRules from './en/alarm-rules.json';
import type alarms from './en/alarms.json';
import type announcements from './en/announcements.json';
import type apiKeys from './en/api-keys.json';
import type audit from './en/audit.json';
import type auth from './en/auth.json';
import type backups from './en/backups.json';
import type bells from './en/bells.json';
import type calendar from './en/calendar.json';
import type commands from './en/commands.json';
import type commandRuns from './en/command-runs.json';
import type common from './en/common.json';
import type companies from './en/companies.json';
import type confirm from './en/confirm.json';
import type dayProgramme from './en/day-programme.json';
import type deviceApprovals from './en/device-approvals.json';
import type deviceBinding from './en/device-binding.json';
import type deviceBulk from './en/device-bulk.json';
import type deviceFiles from './en/device-files.json';
import type deviceSettings from './en/device-settings.json';
import type deviceTimeline from './en/device-timeline.json';
import type deviceViews from './en/device-views.json';
import type devices from './en/devices.json';
import type dryRun from './en/dry-run.json';
import type elementForm from './en/element-form.json';
import type emergency from './en/emergency.json';
import type favorites from './en/favorites.json';
import type firmware from './en/firmware.json';
import type form from './en/form.json';
import type groups from './en/groups.json';
import type homeAssistant from './en/home-assistant.json';
import type scenarios from './en/scenarios.json';
import type help from './en/help.json';
import type home from './en/home.json';
import type library from './en/library.json';
import type map from './en/map.json';
import type metrics from './en/metrics.json';
import type networkSpeakers from './en/network-speakers.json';
import type outbox from './en/outbox.json';
import type list from './en/list.json';
import type livePages from './en/live-pages.json';
import type pairing from './en/pairing.json';
import type passkeys from './en/passkeys.json';
import type passwords from './en/passwords.json';
import type people from './en/people.json';
import type place from './en/place.json';
import type places from './en/places.json';
import type player from './en/player.json';
import type profile from './en/profile.json';
import type push from './en/push.json';
import type reasons from './en/reasons.json';
import type receipt from './en/receipt.json';
import type register from './en/register.json';
import type reports from './en/reports.json';
import type sampleOrganisation from './en/sample-organisation.json';
import type savedFilters from './en/saved-filters.json';
import type say from './en/say.json';
import type schedule from './en/schedule.json';
import type scheduleForm from './en/schedule-form.json';
import type server from './en/server.json';
import type sessions from './en/sessions.json';
import type setUp from './en/set-up.json';
import type settings from './en/settings.json';
import type singleSignOn from './en/single-sign-on.json';
import type shell from './en/shell.json';
import type grants from './en/grants.json';
import type teams from './en/teams.json';
import type tree from './en/tree.json';
import type sms from './en/sms.json';
import type ui from './en/ui.json';
import type triggers from './en/triggers.json';
import type twoFactor from './en/two-factor.json';
import type usersAdmin from './en/users-admin.json';
import type userDevices from './en/user-devices.json';
import type voicePacks from './en/voice-packs.json';
import type voices from './en/voices.json';
import type voiceSamples from './en/voice-samples.json';
import type what from './en/what.json';
import type whoHears from './en/who-hears.json';
import type where from './en/where.json';
import type webhooks from './en/webhooks.json';

/** The texts of each namespace, one per feature: what types the keys of `t()`. */
type Texts = {
  activity: typeof activity;
  'alarm-maintenance': typeof alarmMaintenance;
  'alarm-rules': typeof alarmRules;
  alarms: typeof alarms;
  announcements: typeof announcements;
  'api-keys': typeof apiKeys;
  audit: typeof audit;
  auth: typeof auth;
  backups: typeof backups;
  bells: typeof bells;
  calendar: typeof calendar;
  commands: typeof commands;
  'command-runs': typeof commandRuns;
  common: typeof common;
  companies: typeof companies;
  confirm: typeof confirm;
  'day-programme': typeof dayProgramme;
  'device-approvals': typeof deviceApprovals;
  'device-binding': typeof deviceBinding;
  'device-bulk': typeof deviceBulk;
  'device-files': typeof deviceFiles;
  'device-settings': typeof deviceSettings;
  'device-timeline': typeof deviceTimeline;
  'device-views': typeof deviceViews;
  devices: typeof devices;
  'dry-run': typeof dryRun;
  'element-form': typeof elementForm;
  emergency: typeof emergency;
  favorites: typeof favorites;
  firmware: typeof firmware;
  form: typeof form;
  groups: typeof groups;
  help: typeof help;
  'home-assistant': typeof homeAssistant;
  scenarios: typeof scenarios;
  home: typeof home;
  library: typeof library;
  map: typeof map;
  metrics: typeof metrics;
  'network-speakers': typeof networkSpeakers;
  outbox: typeof outbox;
  list: typeof list;
  'live-pages': typeof livePages;
  pairing: typeof pairing;
  passkeys: typeof passkeys;
  passwords: typeof passwords;
  people: typeof people;
  place: typeof place;
  places: typeof places;
  player: typeof player;
  profile: typeof profile;
  push: typeof push;
  reasons: typeof reasons;
  receipt: typeof receipt;
  register: typeof register;
  reports: typeof reports;
  'sample-organisation': typeof sampleOrganisation;
  'saved-filters': typeof savedFilters;
  say: typeof say;
  schedule: typeof schedule;
  'schedule-form': typeof scheduleForm;
  server: typeof server;
  sessions: typeof sessions;
  'set-up': typeof setUp;
  settings: typeof settings;
  'single-sign-on': typeof singleSignOn;
  shell: typeof shell;
  grants: typeof grants;
  teams: typeof teams;
  tree: typeof tree;
  sms: typeof sms;
  'alert-feeds': typeof alertFeeds;
  triggers: typeof triggers;
  'two-factor': typeof twoFactor;
  ui: typeof ui;
  'user-devices': typeof userDevices;
  'users-admin': typeof usersAdmin;
  'voice-packs': typeof voicePacks;
  voices: typeof voices;
  'voice-samples': typeof voiceSamples;
  webhooks: typeof webhooks;
  where: typeof where;
  what: typeof what;
  'who-hears': typeof whoHears;
};

/** `a.b` of `{ a: { b: 'text' } }`. The forms `b_one` and `b_other` are one counted key, `b`; one of them alone is a name. */
type PlainKeys<T> = {
  [K in keyof T & string]: T[K] extends string
    ? CountedName<T, K> extends never
      ? K
      : never
    : `${K}.${PlainKeys<T[K]>}`;
}[keyof T & string];
type CountedKeys<T> = {
  [K in keyof T & string]: T[K] extends string ? CountedName<T, K> : `${K}.${CountedKeys<T[K]>}`;
}[keyof T & string];
type CountedName<T, K extends string> = K extends `${infer Name}_${'one' | 'other'}`
  ? `${Name}_one` extends keyof T
    ? `${Name}_other` extends keyof T
      ? Name
      : never
    : never
  : never;

type Plain = { [N in keyof Texts]: PlainKeys<Texts[N]> };
type Counted = { [N in keyof Texts]: CountedKeys<Texts[N]> };

export type Namespace = keyof Texts;
/** One namespace, or several, of which the keys of the first have no prefix: `b`, `other:b`. */
export type Namespaces = Namespace | readonly [Namespace, ...Namespace[]];

type Prefixed<Keys extends Record<Namespace, string>, N extends Namespace> = { [K in N]: `${K}:${Keys[K]}` }[N];
type In<Keys extends Record<Namespace, string>, N> = N extends readonly [
  infer First extends Namespace,
  ...infer Others extends Namespace[],
]
  ? Keys[First] | Prefixed<Keys, Others[number]>
  : N extends Namespace
    ? Keys[N]
    : never;

/** The keys of texts without a number. */
export type PlainKey<N extends Namespaces> = In<Plain, N>;
/** The keys of texts whose form depends on `count`. */
export type CountedKey<N extends Namespaces> = In<Counted, N>;
