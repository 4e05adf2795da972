import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = import.meta.dirname;

/** The folder whose repositories alone write a table; others call its exported functions. */
const OWNERS: Record<string, readonly string[]> = {
  audio: ['features/library'],
  audio_files: ['features/rendering'],
  audio_owners: ['features/rendering'],
  announcement_deliveries: ['features/announcements'],
  announcement_parts: ['features/announcements'],
  announcement_receipt_seqs: ['features/announcements'],
  announcement_receipts: ['features/announcements'],
  announcement_runs: ['features/announcements'],
  audit_log: ['features/audit'],
  command_deliveries: ['features/commands'],
  command_run_devices: ['features/command-runs'],
  command_runs: ['features/command-runs'],
  commands: ['features/commands'],
  companies: ['features/companies'],
  confirmation_codes: ['features/registration'],
  device_approvals: ['features/device-approvals'],
  device_configs: ['features/device-config'],
  // Rows are inserted by triggers.
  device_events: ['features/device-timeline'],
  device_group_elements: ['features/groups'],
  device_groups: ['features/groups'],
  // The batch of metrics stores rows and the last state in one statement, since it is the hottest of all.
  device_state: ['features/device-state', 'features/metrics'],
  confirmed_recipients: ['features/outbox'],
  day_programmes: ['features/programmes'],
  devices: ['features/devices'],
  dictionary_entries: ['features/library'],
  emergency_copies: ['features/announcements'],
  firmware_archives: ['features/firmware'],
  firmware_rollout_devices: ['features/firmware'],
  firmware_rollouts: ['features/firmware'],
  firmware_signing_key: ['features/firmware'],
  // Leases of the ingest.
  ingest_instances: ['mqtt'],
  ingest_shards: ['mqtt'],
  installation_usage: ['features/quotas'],
  invitations: ['features/invitations'],
  messages: ['features/library'],
  holiday_calendars: ['features/schedules'],
  message_attachments: ['features/outbox'],
  message_digests: ['features/outbox'],
  message_ledger: ['features/outbox'],
  metrics: ['features/metrics'],
  metrics_daily: ['features/metrics'],
  metrics_default: ['features/metrics'],
  metrics_hourly: ['features/metrics'],
  metrics_rollup_progress: ['features/metrics'],
  one_time_tokens: ['features/one-time-tokens'],
  outgoing_messages: ['features/outbox'],
  playlist_items: ['features/library'],
  playlists: ['features/library'],
  programme_contents: ['features/programmes'],
  programme_owners: ['features/programmes'],
  programmes: ['features/programmes'],
  rate_limits: ['http'],
  renderings: ['features/rendering'],
  recovery_codes: ['features/two-factor'],
  responsible_people: ['features/responsible-people'],
  sample_organisation: ['features/sample-organisation'],
  sample_runs: ['features/voice-samples'],
  saved_device_filters: ['features/saved-filters'],
  schedule_feeds: ['features/schedules'],
  schedule_tasks: ['features/programmes'],
  schedules: ['features/schedules'],
  // Triggers write it as well.
  stale_programmes: ['features/programmes'],
  stations: ['features/library'],
  sms_messages: ['features/sms'],
  sms_templates: ['features/sms'],
  two_factor: ['features/two-factor'],
  user_keys: ['features/auth'],
  users: ['features/users'],
  voice_favorites: ['features/voice-favorites'],
  voices: ['features/voices'],
};

const WRITE =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\binsert into (\w+)|\bdelete from (\w+)|^[\s`(]*update (?!set\b|of\b)(\w+)|= `?update (\w+)/gm;

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;

const writes = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts', 'db/migrations/**'] }).flatMap((file) =>
  [...readFileSync(join(SRC, file), 'utf8').replaceAll(comments, '').matchAll(WRITE)].map((match) => ({
    file,
    table: match.slice(1).find((name) => name !== undefined) ?? '',
  })),
);

it('finds a writer of every table in the list', () => {
  expect(new Set(writes.map(({ table }) => table))).toEqual(new Set(Object.keys(OWNERS)));
});

it('writes each table in the folder that owns it only', () => {
  const foreign = writes.filter(({ file, table }) => !OWNERS[table]?.some((folder) => file.startsWith(`${folder}/`)));
  expect(foreign).toEqual([]);
});

it('sends hand-written statements from `*.sql.ts` files only, everything else through Kysely', () => {
  const raw = globSync('{features,http,composition}/**/*.ts', {
    cwd: SRC,
    exclude: ['**/*.test.ts', '**/*.sql.ts'],
  }).filter((file) => /\.query[(<]/.test(readFileSync(join(SRC, file), 'utf8').replaceAll(comments, '')));
  expect(raw.toSorted()).toEqual([
    // LISTEN and NOTIFY, and the check whether Postgres answers.
    'features/commands/deliveries/settled-notifications.ts',
    'features/health/readiness.ts',
  ]);
});
