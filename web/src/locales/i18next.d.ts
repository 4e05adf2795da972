import type auth from './en/auth.json';
import type commands from './en/commands.json';
import type commandRuns from './en/command-runs.json';
import type common from './en/common.json';
import type companies from './en/companies.json';
import type confirm from './en/confirm.json';
import type deviceApprovals from './en/device-approvals.json';
import type deviceBinding from './en/device-binding.json';
import type deviceBulk from './en/device-bulk.json';
import type deviceSettings from './en/device-settings.json';
import type deviceTimeline from './en/device-timeline.json';
import type deviceViews from './en/device-views.json';
import type devices from './en/devices.json';
import type elementForm from './en/element-form.json';
import type favorites from './en/favorites.json';
import type firmware from './en/firmware.json';
import type fleet from './en/fleet.json';
import type groups from './en/groups.json';
import type help from './en/help.json';
import type home from './en/home.json';
import type metrics from './en/metrics.json';
import type outbox from './en/outbox.json';
import type passwords from './en/passwords.json';
import type profile from './en/profile.json';
import type register from './en/register.json';
import type sampleOrganisation from './en/sample-organisation.json';
import type schedule from './en/schedule.json';
import type server from './en/server.json';
import type sessions from './en/sessions.json';
import type settings from './en/settings.json';
import type shell from './en/shell.json';
import type tree from './en/tree.json';
import type sms from './en/sms.json';
import type ui from './en/ui.json';
import type twoFactor from './en/two-factor.json';
import type usersAdmin from './en/users-admin.json';
import type userDevices from './en/user-devices.json';
import type voices from './en/voices.json';
import type voiceSamples from './en/voice-samples.json';

/** A line per namespace, one namespace per feature: this is what types the keys of `t()`. */
type Resources = {
  auth: typeof auth;
  commands: typeof commands;
  'command-runs': typeof commandRuns;
  common: typeof common;
  companies: typeof companies;
  confirm: typeof confirm;
  'device-approvals': typeof deviceApprovals;
  'device-binding': typeof deviceBinding;
  'device-bulk': typeof deviceBulk;
  'device-settings': typeof deviceSettings;
  'device-timeline': typeof deviceTimeline;
  'device-views': typeof deviceViews;
  devices: typeof devices;
  'element-form': typeof elementForm;
  favorites: typeof favorites;
  firmware: typeof firmware;
  fleet: typeof fleet;
  groups: typeof groups;
  help: typeof help;
  home: typeof home;
  metrics: typeof metrics;
  outbox: typeof outbox;
  passwords: typeof passwords;
  profile: typeof profile;
  register: typeof register;
  'sample-organisation': typeof sampleOrganisation;
  schedule: typeof schedule;
  server: typeof server;
  sessions: typeof sessions;
  settings: typeof settings;
  shell: typeof shell;
  tree: typeof tree;
  sms: typeof sms;
  'two-factor': typeof twoFactor;
  ui: typeof ui;
  'user-devices': typeof userDevices;
  'users-admin': typeof usersAdmin;
  voices: typeof voices;
  'voice-samples': typeof voiceSamples;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}
