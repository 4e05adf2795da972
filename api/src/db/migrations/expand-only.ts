/**
 * During a rolling upgrade the previous release runs on the schema of the new one. So the migrations of a release only add, and what is no
 * longer used is removed in a later release; see docs/upgrades.md.
 */
type Removal = { statement: RegExp; unusedSince: string };

/** Statements of migrations that remove or restrict, with the release that stopped using what they remove. */
export const REMOVALS: Readonly<Record<string, readonly Removal[]>> = {
  // The previous release has no memberships, so these find nothing to write.
  '0002_teams': [{ statement: /^create trigger companies_(inherit|move)_rights /, unusedSince: '1.0.0-rc.1' }],
  // No release has changed or deleted rows of the audit log.
  '0003_audit': [
    { statement: /^create trigger audit_log_refuse_(update|delete|truncate) /, unusedSince: '1.0.0-rc.1' },
  ],
  '0011_ended_rights': [{ statement: /^create trigger memberships_note_ended_rights /, unusedSince: '1.0.0-rc.1' }],
  // The previous release has no such column, which these only fill in.
  '0019_device_places': [
    { statement: /^create trigger (devices_find_place|companies_move_device) /, unusedSince: '1.0.0-rc.1' },
  ],
  // The previous release has no such column.
  '0015_loudness': [{ statement: /^create trigger device_state_note_ability /, unusedSince: '1.0.0-rc.1' }],
  // The previous release does not write this column.
  '0022_clock_state': [{ statement: /^create trigger device_state_note_clock /, unusedSince: '1.0.0-rc.1' }],
  // The previous release has no such column.
  '0021_music': [{ statement: /^create trigger device_state_note_music /, unusedSince: '1.0.0-rc.1' }],
  // The checks permit more than before.
  '0013_neural_voices': [
    { statement: /^alter table voices drop constraint voices_(provider|voice_type)_check, /, unusedSince: '1.0.0' },
  ],
  // The check permits more than before.
  '0023_live_pages': [
    {
      statement: /^alter table announcement_runs drop constraint announcement_runs_kind_check, /,
      unusedSince: '1.0.0-rc.1',
    },
  ],
  // They only note what has happened, for webhooks, of which the previous release has none.
  '0026_webhooks': [{ statement: /^create trigger \w+_tell_webhooks /, unusedSince: '1.0.0' }],
  // The check permits more than before, and the triggers only delete rows of a table that the previous release does not have.
  '0029_browser_push': [
    {
      statement: /^alter table alarm_notices drop constraint alarm_notices_channel_check, /,
      unusedSince: '1.0.0-rc.1',
    },
    { statement: /^create trigger (user_keys|users)_end_push /, unusedSince: '1.0.0-rc.1' },
  ],
  // The check permits more than before.
  '0031_alert_feeds': [
    { statement: /^alter table trigger_firings drop constraint trigger_firings_source_check, /, unusedSince: '1.0.0' },
  ],
  // The previous release has no coordinates, which the check is about, and no floor plans, from which the triggers delete.
  '0033_map': [
    { statement: /^do \$\$ begin if not exists .* add constraint companies_coordinates /, unusedSince: '1.0.0' },
    { statement: /^create trigger (devices|companies)_leave_floor_plans /, unusedSince: '1.0.0' },
  ],
  // The previous release has no such columns, and the check permits more than before.
  '0037_passive_sound_tests': [
    { statement: /^create trigger device_state_note_listening /, unusedSince: '1.0.0' },
    { statement: /^alter table sound_tests drop constraint sound_tests_kind_check, /, unusedSince: '1.0.0' },
    { statement: /^create unique index sound_tests_run /, unusedSince: '1.0.0' },
  ],
  // The table is of the same release.
  '0006_session_settings': [{ statement: /^create trigger memberships_shorten_sessions /, unusedSince: '1.0.0' }],
};

const REMOVES: readonly RegExp[] = [
  /\bdrop\s+(table|column|view|materialized view|function|procedure|type|sequence|schema|default)\b/,
  /\brename\s+(to|column|constraint|value)\b/,
  /\balter\s+(column\s+)?"?\w+"?\s+(set\s+data\s+)?type\b/,
  /\bset\s+not\s+null\b/,
  /\btruncate\b/,
];
/** These concern rows of the previous release only in tables that it has. */
const RESTRICTS: readonly RegExp[] = [
  /\bcreate\s+unique\s+index\b/,
  /\badd\s+(constraint\s+"?\w+"?\s+)?(check|unique|primary key|foreign key|exclude)\b/,
  /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?trigger\b/,
];
const ADDED_COLUMN = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?"?\w+"?([^,]*)/g;
const CREATED_TABLE = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/g;
const NAMED_TABLE = /\b(?:on|table(?:\s+if\s+exists)?(?:\s+only)?)\s+"?(\w+)"?/;

/** The statements of a migration that the previous release might not survive. */
export function findRemovals(statements: readonly string[]): string[] {
  const texts = statements.map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase());
  const created = new Set(texts.flatMap((text) => [...text.matchAll(CREATED_TABLE)].map(([, table]) => table)));
  const isNew = (text: string): boolean => created.has(NAMED_TABLE.exec(text)?.[1]);
  return texts.filter(
    (text) =>
      REMOVES.some((pattern) => pattern.test(text)) ||
      (!isNew(text) && (RESTRICTS.some((pattern) => pattern.test(text)) || addsRequiredColumn(text))),
  );
}

const addsRequiredColumn = (text: string): boolean =>
  [...text.matchAll(ADDED_COLUMN)].some(
    ([, rest = '']) => /\bnot null\b/.test(rest) && !/\b(default|generated)\b/.test(rest),
  );
