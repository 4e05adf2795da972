import type auth from './en/auth.json';
import type commands from './en/commands.json';
import type common from './en/common.json';
import type confirm from './en/confirm.json';
import type devices from './en/devices.json';
import type fleet from './en/fleet.json';
import type help from './en/help.json';
import type home from './en/home.json';
import type lookups from './en/lookups.json';
import type metrics from './en/metrics.json';
import type outbox from './en/outbox.json';
import type passwords from './en/passwords.json';
import type profile from './en/profile.json';
import type register from './en/register.json';
import type server from './en/server.json';
import type sessions from './en/sessions.json';
import type shell from './en/shell.json';
import type twoFactor from './en/two-factor.json';

/** A line per namespace, one namespace per feature: this is what types the keys of `t()`. */
type Resources = {
  auth: typeof auth;
  commands: typeof commands;
  common: typeof common;
  confirm: typeof confirm;
  devices: typeof devices;
  fleet: typeof fleet;
  help: typeof help;
  home: typeof home;
  lookups: typeof lookups;
  metrics: typeof metrics;
  outbox: typeof outbox;
  passwords: typeof passwords;
  profile: typeof profile;
  register: typeof register;
  server: typeof server;
  sessions: typeof sessions;
  shell: typeof shell;
  'two-factor': typeof twoFactor;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}
