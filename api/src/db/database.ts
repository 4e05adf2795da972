// Written by `npm run db:types --workspace=api` from the migrated schema. Do not edit: types of columns are in column-types.ts,
// comments are those of the database.
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

type JsonText<T> = null extends T ? string | null | undefined : string;
type Json<T> = ColumnType<T, JsonText<T>, JsonText<T>>;
type GeneratedJson<T> = ColumnType<T, JsonText<T> | undefined, JsonText<T>>;

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;

/** Table name → row. */
export type Database = {
  /** What is wrong, and what was wrong shortly before. A row ends some time after its condition. */
  alarm_conditions: {
    condition_id: Generated<number>;
    kind: ColumnTypes['alarm_conditions.kind'];
    subject: string;
    owner_id: number | null;
    device_id: number | null;
    company_id: number | null;
    bad: boolean;
    /** Since when it is bad, or good again. */
    since: Date;
    /** The last changes, the newest at the end. */
    changes: Generated<Date[]>;
    /** What was measured when it began, in the unit of the kind. */
    value: number | null;
    /** The open alarm to which it belongs; null: none is raised. */
    alarm_id: number | null;
    /** When the evaluator looks at it next; in the year 9999: after its next change. */
    due_at: Date;
    /** Which one it is, and why, when it began; null: the kind says it. */
    detail: string | null;
  };
  /** The devices of an alarm, also after it is cleared. */
  alarm_devices: {
    alarm_id: number;
    device_id: number;
    joined_at: Date;
    left_at: Date | null;
  };
  /** What happened to alarms; written in the transaction that changes the alarm. */
  alarm_events: {
    event_id: Generated<number>;
    alarm_id: number;
    event: ColumnTypes['alarm_events.event'];
    at: Date;
    severity: ColumnTypes['alarm_events.severity'];
    state: ColumnTypes['alarm_events.state'];
    /** Who did it; null: Belfry, or somebody whose account is gone. */
    by_user_id: number | null;
    comment: string | null;
    device_count: number;
    /** The listeners that have not been told yet. */
    pending: Generated<string[]>;
  };
  /** Whom an alarm is to be told, and whom it was told. */
  alarm_notices: {
    notice_id: Generated<number>;
    user_id: number;
    channel: string;
    alarm_id: number;
    event: string;
    severity: string;
    due_at: Date;
    /** When the message was given to the outbox; null: it waits. */
    told_at: Date | null;
  };
  /** One row: when alarms were last evaluated, by any instance. */
  alarm_progress: {
    only_row: Generated<boolean>;
    evaluated_at: Date | null;
    /** Since when devices are waited for, and none is judged; null: they are judged. */
    checking_since: Date | null;
  };
  /** Reports of months that are over: what they are computed from is kept for 90 days. */
  alarm_reports: {
    company_id: number;
    month: string;
    owner_id: number;
    /** JSON as it is answered. */
    report: string;
    made_at: Generated<Date>;
  };
  /** What holds for a kind of alarm at a node and below it; null: inherited. */
  alarm_rules: {
    rule_id: Generated<number>;
    company_id: number;
    kind: ColumnTypes['alarm_rules.kind'];
    enabled: boolean | null;
    delay_s: number | null;
    clear_after_s: number | null;
    threshold: number | null;
    severity: ColumnTypes['alarm_rules.severity'] | null;
    rises_after_minutes: number | null;
    tell: Json<ColumnTypes['alarm_rules.tell'] | null>;
    escalate_after_minutes: number | null;
    revision: Generated<number>;
    updated_by: number | null;
    updated_at: Generated<Date>;
  };
  alarms: {
    alarm_id: Generated<number>;
    kind: ColumnTypes['alarms.kind'];
    /** What it is about: device:12, node:5, organisation:3, schedule:9 or installation. */
    subject: string;
    /** The owner of the tree; null: it is about the installation. */
    owner_id: number | null;
    company_id: number | null;
    /** The name of the node when the alarm was raised. */
    place: string | null;
    severity: ColumnTypes['alarms.severity'];
    state: Generated<ColumnTypes['alarms.state']>;
    /** Who is told, by the rules that held when it was raised. */
    tell: GeneratedJson<ColumnTypes['alarms.tell']>;
    raised_at: Date;
    rises_after_minutes: number | null;
    /** When its severity rises next; null: it does not. */
    rises_at: Date | null;
    /** When it is escalated unless somebody has acknowledged it; null: it is not. */
    escalates_at: Date | null;
    snoozed_until: Date | null;
    acknowledged_at: Date | null;
    acknowledged_by: number | null;
    cleared_at: Date | null;
    /** The alarm that has replaced it. */
    merged_into: number | null;
    device_count: Generated<number>;
    /** Which one it is, and why, when it was raised; null: the kind says it. */
    detail: string | null;
  };
  /** Each alert of a feed once, and what was decided about it. */
  alert_decisions: {
    decision_id: Generated<number>;
    trigger_id: number;
    /** SHA-256 of sender and identifier, or of what is no valid alert. */
    alert_key: string;
    /** SHA-256 of the address of its document and of when the feed says that it was changed. */
    link_key: string | null;
    /** The keys of the alerts to which it refers. */
    refs: Generated<string[]>;
    /** An exercise or test, which refers to others of these only. */
    is_drill: Generated<boolean>;
    identifier: string | null;
    sender: string | null;
    sent: Date | null;
    message_type: string | null;
    status: string | null;
    event: string | null;
    headline: string | null;
    severity: string | null;
    area: string | null;
    expires: Date | null;
    decision: ColumnTypes['alert_decisions.decision'];
    reason: ColumnTypes['alert_decisions.reason'] | null;
    detail: string | null;
    /** It has started the trigger: how severe it is, from 0 to 4. */
    started_rank: number | null;
    firing_id: number | null;
    at: Generated<Date>;
  };
  /** How the feed of public alerts of a trigger is doing; its address and filter are in triggers.source. */
  alert_feeds: {
    trigger_id: number;
    /** Since then the trigger is on with this feed; alerts that were sent before start nothing. */
    armed_at: Generated<Date>;
    next_read_at: Generated<Date>;
    /** Some instance reads it until then. */
    claimed_until: Date | null;
    last_read_at: Date | null;
    /** Of the last reading of which everything was decided, as last_modified. */
    etag: string | null;
    last_modified: string | null;
    failing_since: Date | null;
    /** Why it could not be read, or not all of its documents. */
    last_error: string | null;
    has_more: Generated<boolean>;
  };
  /** One run on one device. Those of scheduled runs exist from their instant on, or from the first receipt. */
  announcement_deliveries: {
    run_id: string;
    device_id: number;
    /** The owner of the device at that time. */
    user_id: number | null;
    /** The node of the device at that time, which may be deleted since. */
    company_id: number | null;
    place: string;
    part: number | null;
    state: ColumnTypes['announcement_deliveries.state'];
    language: string | null;
    voice: string | null;
    reason: string | null;
    /** When it was to start. */
    at: Generated<Date>;
    /** The zone of the place and its wall-clock time then; null where it is not known. */
    time_zone: string | null;
    local_at: Date | null;
    started_at: Date | null;
    finished_at: Date | null;
    /** When the server learned the state from the device. */
    reported_at: Date | null;
    /** The clock of the device minus that of the server, where it was so wrong that its times are not right. */
    clock_skew_ms: number | null;
    /** By a network speaker, which does not say whether it was heard. */
    only_sent: Generated<boolean>;
  };
  /** The speech of the places that hear the same text in the same language and voice with the same volume. */
  announcement_parts: {
    run_id: string;
    part: number;
    text: string;
    language: string;
    voice: string;
    volume: number | null;
    /** null until it is rendered. */
    items: Json<ColumnTypes['announcement_parts.items'] | null>;
    error: string | null;
    /** The command that plays it. */
    command_id: string | null;
    /** The voice that has spoken it in the place of its own; null: its own. */
    rendered_by: string | null;
    /** Why its own voice has not spoken it. */
    fallback_reason: string | null;
    /** Of its places. */
    trim_db: Generated<number>;
    /** Its devices apply gains themselves. */
    takes_gain: Generated<boolean>;
    /** What is played before the text, after the chime of the run. */
    items_before: GeneratedJson<ColumnTypes['announcement_parts.items_before']>;
    /** What is played after the text. */
    items_after: GeneratedJson<ColumnTypes['announcement_parts.items_after']>;
  };
  /** The numbering of a device's receipts. */
  announcement_receipt_seqs: {
    device_id: number;
    /** Every number up to this one is committed. */
    acked_seq: number;
    newest_seq: number;
    newest_at: Date;
  };
  announcement_receipts: {
    device_id: number;
    seq: number;
    run_id: string;
    event: ColumnTypes['announcement_receipts.event'];
    reason: string | null;
    at: Date;
    received_at: Generated<Date>;
  };
  announcement_runs: {
    run_id: string;
    kind: ColumnTypes['announcement_runs.kind'];
    /** The user who has started the run, or for whose organisation a member has; for a scheduled run the owner of the schedule. */
    user_id: number | null;
    title: string;
    priority: ColumnTypes['announcement_runs.priority'];
    state: ColumnTypes['announcement_runs.state'];
    error: string | null;
    message_id: number | null;
    schedule_id: number | null;
    /** When it starts; of a scheduled run in the first time zone. */
    at: Generated<Date>;
    /** Devices that have not started it by then skip it. */
    expires_at: Date | null;
    ended_at: Date | null;
    created_at: Generated<Date>;
    chime: Generated<ColumnTypes['announcement_runs.chime']>;
    /** 0: until it is stopped. */
    repeat: Generated<number>;
    pause_ms: Generated<number>;
    targets: Json<ColumnTypes['announcement_runs.targets'] | null>;
    /** The member who has started it for the organisation of user_id. */
    started_by: number | null;
    /** What was asked to be said, by which it can be said again, with the language of its text; null: a schedule has it, or nothing has. */
    said: Json<ColumnTypes['announcement_runs.said'] | null>;
    /** The run that it repeats. */
    again_of: string | null;
    /** It is played by devices that come back before it expires. */
    waits: Generated<boolean>;
  };
  api_keys: {
    id: Generated<number>;
    /** The account as which the program acts; its membership of the node gives it its rights. */
    user_id: number;
    company_id: number;
    name: string;
    /** SHA-256 of the key. */
    key_hash: Buffer;
    prefix: string;
    scopes: Json<unknown>;
    created_by: number | null;
    created_at: Generated<Date>;
    expires_at: Date;
    last_used_at: Date | null;
  };
  audio: {
    id: Generated<number>;
    user_id: number;
    name: string;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    sha256: string;
    title: string | null;
    artist: string | null;
    peaks: Json<ColumnTypes['audio.peaks']>;
    created_by: number | null;
  };
  /** A stored file, which never changes. */
  audio_files: {
    sha256: string;
    bytes: number;
    format: ColumnTypes['audio_files.format'];
    duration_ms: number;
    /** Everybody may read it: the chimes. */
    shared: Generated<boolean>;
    created_at: Generated<Date>;
    /** Integrated loudness by EBU R 128; null: silent, not measured yet, or not to be decoded. */
    loudness_lufs: number | null;
    /** True peak; null as for the loudness. */
    peak_dbtp: number | null;
    /** Null: a job measures it. */
    measured_at: Date | null;
  };
  /** The users whose devices may download a file. */
  audio_owners: {
    sha256: string;
    user_id: number;
  };
  /** Both ends of the chain of audit_log: the last row, and the last one that retention has deleted. */
  audit_chain: {
    only_row: Generated<boolean>;
    last_seq: Generated<number>;
    last_id: Generated<number>;
    last_hash: Generated<Buffer>;
    first_seq: Generated<number>;
    first_id: Generated<number>;
    first_hash: Generated<Buffer>;
  };
  audit_log: {
    id: Generated<number>;
    at: Generated<Date>;
    /** The user who acted: the administrator where they acted as another user. */
    user_id: number | null;
    /** The user as whom an administrator acted; null otherwise. */
    acting_as: number | null;
    action: string;
    object_kind: string;
    object_id: string;
    /** Contains no secrets. */
    details: Json<ColumnTypes['audit_log.details'] | null>;
    ip: string | null;
    /** The key of the session with which the call was made. */
    key_id: number | null;
    /** The key of a program with which the call was made. */
    api_key_id: number | null;
    /** How the change came in; null in rows of earlier releases. */
    door: ColumnTypes['audit_log.door'] | null;
    /** The node that the change concerns; without a foreign key, so that the row outlives it. */
    company_id: number | null;
    /** Whose organisation the change concerns. */
    owner_id: number | null;
    /** Whether the timeline of a device shows the row; it has entries of other types for what owners do with their own. */
    in_timeline: Generated<boolean>;
    /** What has changed, as it was; without secrets, cut at a limit. */
    before: Json<ColumnTypes['audit_log.before'] | null>;
    /** What has changed, as it is since; without secrets, cut at a limit. */
    after: Json<ColumnTypes['audit_log.after'] | null>;
    /** The place in the chain, from 1 without gaps; null until the row is chained. */
    seq: number | null;
    /** The id of the row before it in the chain; 0 for the first one. */
    prev_id: number | null;
    /** The hash of the row before it in the chain. */
    prev_hash: Buffer | null;
    /** SHA-256 of all other columns; see schemas/src/domain/audit-chain.ts. */
    hash: Buffer | null;
  };
  /** The last row of the chain at the end of each day (UTC), signed; kept when the rows are deleted. */
  audit_roots: {
    day: string;
    seq: number;
    id: number;
    hash: Buffer;
    /** Ed25519; see schemas/src/domain/audit-chain.ts for what is signed. */
    signature: Buffer;
    signed_at: Generated<Date>;
  };
  /** The Ed25519 key that signs audit_roots and exports, generated once. */
  audit_signing_key: {
    only_row: Generated<boolean>;
    /** The private key as PEM, encrypted with a key derived from SERVICE_SECRET. */
    sealed: Buffer;
    public_key: string;
    stored_at: Generated<Date>;
  };
  backup_settings: {
    only_row: Generated<boolean>;
    schedule: Generated<ColumnTypes['backup_settings.schedule']>;
    /** Since when backups are due: when the schedule was last set. */
    scheduled_at: Generated<Date>;
    hour: Generated<number>;
    time_zone: Generated<string>;
    keep: Generated<number>;
    /** A folder or an address of S3; null: the first of BACKUP_TARGETS. */
    target: string | null;
    test_restore: Generated<boolean>;
    /** Sealed with SERVICE_SECRET. */
    passphrase: Buffer | null;
    revision: Generated<number>;
    updated_by: number | null;
  };
  /** Backups that this machine has made. They are in no backup. */
  backups: {
    backup_id: Generated<number>;
    file: string;
    target: string;
    cause: ColumnTypes['backups.cause'];
    state: ColumnTypes['backups.state'];
    started_by: number | null;
    started_at: Date;
    /** When the process that makes it said last that it goes on. */
    alive_at: Generated<Date>;
    ended_at: Date | null;
    bytes: Generated<number>;
    missing_files: Generated<number>;
    error: string | null;
    tested_at: Date | null;
    test_error: string | null;
    deleted_at: Date | null;
  };
  /** Days that are painted at a node; timetable_id null: no bells. */
  bell_days: {
    company_id: number;
    date: string;
    timetable_id: number | null;
  };
  /** Nodes with bells of their own: a week, painted days or a silence. */
  bell_places: {
    company_id: number;
    /** The timetables from Monday to Sunday, null for none; null: the node inherits the week. */
    weekdays: Json<ColumnTypes['bell_places.weekdays'] | null>;
    holiday_calendar_id: number | null;
    holiday_timetable_id: number | null;
    silent_from: Date | null;
    silent_until: Date | null;
    /** Local times at which no bell rings here and below, as 2026-11-23T08:00:00; with >2026-11-23T08:10:00 it rings then. */
    skipped: Generated<string[]>;
    /** The last change of the row or of the painted days; what was before it is not rung again. */
    changed_at: Generated<Date>;
  };
  bell_timetables: {
    timetable_id: Generated<number>;
    user_id: number;
    name: string;
    colour: ColumnTypes['bell_timetables.colour'];
    volume: number | null;
    bells: Json<ColumnTypes['bell_timetables.bells']>;
    revision: Generated<number>;
    /** Why some of its bells could not be compiled. */
    problem: string | null;
    created_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Whose invitations a person neither sees nor gets by mail. */
  blocked_senders: {
    user_id: number;
    sender_id: number;
    blocked_at: Generated<Date>;
  };
  /** Chimes of an organisation, beside those of the product. */
  chimes: {
    id: Generated<number>;
    user_id: number;
    name: string;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    audio_id: number;
    created_by: number | null;
  };
  /** One command for one device, with its state and result. */
  command_deliveries: {
    command_id: string;
    device_id: number;
    state: ColumnTypes['command_deliveries.state'];
    phase: ColumnTypes['command_deliveries.phase'] | null;
    progress: Json<ColumnTypes['command_deliveries.progress'] | null>;
    success: boolean | null;
    result: Json<ColumnTypes['command_deliveries.result'] | null>;
    error: string | null;
    error_type: string | null;
    execution_time_ms: number | null;
    issued_at: Date;
    sent_at: Date | null;
    accepted_at: Date | null;
    settled_at: Date | null;
    /** The delivery expires then unless the device has accepted the command. */
    expires_at: Date;
    /** An accepted command that has not ended by then is timed out. */
    deadline_at: Date;
    /** While it is queued it waits for the device; see CMD-16. */
    held: Generated<boolean>;
    /** Until then the instance that has claimed the delivery may publish it, and the others do not. */
    claimed_until: Date | null;
  };
  /** A device of a run and the wave, from 1, in which it receives the command. */
  command_run_devices: {
    run_id: string;
    device_id: number;
    wave: number;
  };
  /** One command for many devices in waves; the command has the same id. */
  command_runs: {
    id: string;
    issued_by: number | null;
    state: Generated<ColumnTypes['command_runs.state']>;
    /** Why it was stopped. */
    reason: string | null;
    wave_size: number;
    pause_s: number;
    /** 0 to 1. */
    max_error_rate: number;
    queue_offline: boolean;
    expires_in_s: number | null;
    devices: number;
    waves: number;
    /** The last one that was sent; 0 before the first. */
    wave: Generated<number>;
    /** Failures of earlier waves do not stop the run, because a user resumed it in spite of them. */
    errors_from_wave: Generated<number>;
    /** Set while the run waits between two waves. */
    next_wave_at: Date | null;
    /** The job that continues the run names this number, so that others do nothing. */
    step: Generated<number>;
    checked_at: Generated<Date>;
    created_at: Generated<Date>;
    finished_at: Date | null;
    /** The owner of all of its devices, where a member has started it. */
    owner_id: number | null;
  };
  commands: {
    /** Also the correlation id in MQTT messages. */
    id: string;
    command: ColumnTypes['commands.command'];
    params: Json<ColumnTypes['commands.params']>;
    target: ColumnTypes['commands.target'];
    /** Deliveries that wait for their devices are not sent in that time. */
    paused: Generated<boolean>;
    /** Sent by a page to read what it shows; see CMD-27. */
    background: Generated<boolean>;
    issued_by: number | null;
    issued_at: Date;
    expires_at: Date;
  };
  companies: {
    company_id: Generated<number>;
    /** null: a main company. */
    parent_company_id: number | null;
    /** The main company above; null on itself. */
    main_company_id: number | null;
    /** The main company, also on itself: all nodes of a tree share it. */
    tree_id: GeneratedAlways<number>;
    /** 0 on main companies. */
    level: number;
    /** The owner: one and the same in a whole tree. */
    user_id: number;
    type: ColumnTypes['companies.type'];
    name: string;
    description: string | null;
    emblem: string | null;
    continent: string | null;
    country: string | null;
    city: string | null;
    street: string | null;
    house: string | null;
    zip: string | null;
    device_type: ColumnTypes['companies.device_type'] | null;
    /** An IANA name; excludes time_zone_utc. Like the settings below it is null where the node inherits; see TREE-56. */
    time_zone: string | null;
    /** Minutes east of UTC. */
    time_zone_utc: number | null;
    default_language: string | null;
    default_voice: string | null;
    volume_max: number | null;
    quiet_hours: Json<ColumnTypes['companies.quiet_hours'] | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** By how much it is louder than the targets at this node and below, in dB; null: inherited. */
    trim_db: number | null;
    /** Devices at this node and below whose clock is off are left out of what begins together; null: inherited. */
    clock_required: boolean | null;
    /** Degrees north; null: no coordinates. */
    latitude: number | null;
    /** Degrees east. */
    longitude: number | null;
    /** When the devices at this node and below it test their sound; null: inherited. */
    sound_test: Json<ColumnTypes['companies.sound_test'] | null>;
    /** What wakes amplifiers before announcements; null: inherited. */
    lead_in: Json<ColumnTypes['companies.lead_in'] | null>;
  };
  /** The number of nodes of a user; maintained by triggers. */
  company_counts: {
    user_id: number;
    nodes: number;
  };
  confirmation_codes: {
    user_id: number;
    purpose: ColumnTypes['confirmation_codes.purpose'];
    /** HMAC, because four digits could be guessed from a plain hash. */
    code_hash: Buffer;
    /** The message that contains it; its time to live starts when that was sent. */
    message_id: number | null;
    /** The number of wrong attempts. */
    tries: Generated<number>;
    /** The mail or phone that replaces that of the account. */
    contact: string | null;
    created_at: Generated<Date>;
    /** Wrong guesses of browsers that did not register the account. */
    tries_of_strangers: Generated<number>;
  };
  /** Recipients that were asked whether they want messages. Those of confirmed accounts need no row. */
  confirmed_recipients: {
    channel: ColumnTypes['confirmed_recipients.channel'];
    /** A phone number with its plus, or a mail address in lower case. */
    recipient: string;
    /** SHA-256 of the token in the newest link. */
    token_hash: Buffer;
    message_id: number | null;
    requested_at: Generated<Date>;
    /** null while it waits for the recipient. */
    confirmed_at: Date | null;
  };
  contact_groups: {
    id: Generated<number>;
    owner_id: number;
    company_id: number;
    name: string;
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
  };
  /** People without an account to whom scenarios write. */
  contacts: {
    group_id: number;
    position: number;
    name: string;
    email: string | null;
    phone: string | null;
    language: string;
  };
  day_programmes: {
    company_id: number;
    windows: Json<ColumnTypes['day_programmes.windows']>;
    updated_at: Generated<Date>;
  };
  /** Chats and other systems to which scenarios write. */
  destinations: {
    id: Generated<number>;
    owner_id: number;
    company_id: number;
    name: string;
    service: ColumnTypes['destinations.service'];
    /** Encrypted with a key derived from SERVICE_SECRET, as headers: whoever knows it may write there. */
    url: Buffer;
    host: string;
    chat_id: string;
    headers: Buffer | null;
    header_names: Generated<string[]>;
    last_sent_at: Date | null;
    /** It did not take the last message. */
    refused_at: Date | null;
    refusal: string | null;
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
  };
  /** Requests without a pass: `user_id` claims a device, or a device at `address` asks for its key; never both. */
  device_approvals: {
    id: Generated<number>;
    serial: string;
    user_id: number | null;
    address: string | null;
    note: string | null;
    state: Generated<ColumnTypes['device_approvals.state']>;
    requested_at: Generated<Date>;
  };
  device_configs: {
    device_id: number;
    version: Generated<number>;
    desired: Json<ColumnTypes['device_configs.desired']>;
    reported: Json<ColumnTypes['device_configs.reported'] | null>;
    reported_version: number | null;
    reported_at: Date | null;
    /** The user who has saved the present version; null for none, or one whose account was deleted. */
    saved_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Written by triggers only. */
  device_events: {
    id: Generated<number>;
    device_id: number;
    type: ColumnTypes['device_events.type'];
    at: Generated<Date>;
    details: Json<ColumnTypes['device_events.details']>;
  };
  device_group_elements: {
    group_id: number;
    /** A device node. */
    company_id: number;
    added_at: Generated<Date>;
  };
  device_groups: {
    id: Generated<number>;
    user_id: number;
    /** The name as it was typed; unique per owner, case-insensitive. */
    name: string;
    created_at: Generated<Date>;
    created_by: number | null;
  };
  /** The numbering of the changes of a device's inputs. */
  device_input_seqs: {
    device_id: number;
    /** Every number up to this one is committed. */
    acked_seq: number;
    newest_seq: number;
    newest_at: Date;
  };
  /** Each change of a button or contact of a device. */
  device_inputs: {
    device_id: number;
    seq: number;
    input: string;
    state: ColumnTypes['device_inputs.state'];
    at: Date;
    received_at: Generated<Date>;
  };
  /** Devices that have asked for a code; see DEV-71. */
  device_pairings: {
    id: Generated<number>;
    /** SHA-256. */
    device_code_hash: Buffer;
    /** HMAC, because six letters could be guessed from a plain hash. The code is derived from the device code. */
    user_code_hash: Buffer;
    state: Generated<ColumnTypes['device_pairings.state']>;
    model: string | null;
    hostname: string | null;
    device_version: string | null;
    language: string;
    ip: string;
    /** The address by which it is counted. */
    network: string;
    /** What a person has made of it. */
    device_id: number | null;
    asked_at: Generated<Date>;
    expires_at: Date;
    polled_at: Date | null;
    /** Seconds between two calls of the device; rises when it calls too early. */
    interval_s: number;
  };
  /** One row per device, inserted in the transaction that inserts the device. */
  device_state: {
    device_id: number;
    /** The status in the last message of the device, or in its last will. */
    reported_status: Generated<ColumnTypes['device_state.reported_status']>;
    /** No message has arrived for PRESENCE_TIMEOUT_MS, so the device is treated as offline; see MQTT-5. */
    silent: Generated<boolean>;
    status: GeneratedAlways<ColumnTypes['device_state.status']>;
    status_at: Date | null;
    device_version: string | null;
    hostname: string | null;
    ip: string | null;
    /** How it reaches the broker, as it says. */
    connection: ColumnTypes['device_state.connection'] | null;
    last_seen: Date | null;
    /** The clock of the device minus that of the server. */
    clock_skew_ms: number | null;
    /** Records that were measured since then have the time of the device's clock, uncorrected. */
    clock_right_since: Generated<Date>;
    /** The last record, in the shape of the HTTP response. */
    metrics: Json<ColumnTypes['device_state.metrics'] | null>;
    metrics_measured_at: Date | null;
    metrics_seq: number | null;
    /** Every sequence number up to this one is committed. */
    acked_seq: number | null;
    players: GeneratedJson<ColumnTypes['device_state.players']>;
    /** By name: the last report of each, with the time of its receipt in milliseconds since 1970. */
    outputs: GeneratedJson<ColumnTypes['device_state.outputs']>;
    /** The device applies gains itself; others get files with the gain applied. */
    takes_gain: Generated<boolean>;
    /** The device plays playlists by crossfade_s and no_repeat, and those of stations that it cannot hear. */
    mixes_music: Generated<boolean>;
    /** By how much its clock is ahead of the true time, as its time service estimates; null: unknown. */
    clock_offset_ms: number | null;
    /** Whether its time service has set its clock; null: the device does not report it. */
    clock_synchronised: boolean | null;
    /** The firmware plays live pages; others get the recording. */
    takes_pages: Generated<boolean>;
    /** It has a microphone that listens while announcements are played. */
    listens: Generated<boolean>;
    /** It wakes amplifiers before announcements. */
    leads_in: Generated<boolean>;
    /** It has asked for the network speakers that it carries, so it can send to some. */
    sends: Generated<boolean>;
    /** Why it is offline, as it says. */
    problem: string | null;
  };
  /** Devices whose key two devices have: the one that is connected, and the one that is refused. */
  device_twins: {
    device_id: number;
    stays_peer: string;
    /** As the device has reported it; null: unknown. The peer is the address of its connection. */
    stays_ip: string | null;
    refused_peer: string;
    refused_ip: string | null;
    since: Generated<Date>;
    /** When the broker last told it. */
    seen_at: Generated<Date>;
  };
  devices: {
    device_id: Generated<number>;
    serial: string;
    device_type: Generated<ColumnTypes['devices.device_type']>;
    device_mode: Generated<ColumnTypes['devices.device_mode']>;
    company_id: number | null;
    /** The owner. */
    user_id: number | null;
    /** When the owner got it; what happened before is not shown to them. */
    owned_since: Generated<Date>;
    note: string | null;
    description: string | null;
    email: string | null;
    /** The tags, each once, in alphabetical order (`tagsSchema`). */
    tags: Generated<string[]>;
    /** PHC string, argon2id; null: an administrator has to approve enrolments and claims. */
    pass_hash: string | null;
    /** SHA-256 of the device key; null: not enrolled. */
    key_hash: Buffer | null;
    key_created_at: Date | null;
    /** The key was shown by create, and no device has connected with it: the device may still fetch its own. */
    key_unused: Generated<boolean>;
    /** Without a pass: from where, and until when, the device may fetch its key. */
    enroll_address: string | null;
    enroll_until: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** The revision of the editable fields, maintained by a trigger. */
    revision: Generated<number>;
    /** The node above that of company_id; written by triggers only. */
    place_id: number | null;
  };
  /** `name` is the word. */
  dictionary_entries: {
    id: Generated<number>;
    user_id: number;
    name: string;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    language: string;
    spoken: string;
    created_by: number | null;
  };
  directory_group_members: {
    group_id: number;
    person_id: number;
  };
  /** Groups that the directory of an organisation has sent by SCIM. */
  directory_groups: {
    group_id: Generated<number>;
    provider_id: number;
    name: string;
    external_id: string | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  /** People whom the directory of an organisation has sent by SCIM. */
  directory_people: {
    person_id: Generated<number>;
    provider_id: number;
    user_id: number;
    user_name: string;
    external_id: string | null;
    given_name: string | null;
    family_name: string | null;
    active: Generated<boolean>;
    /** Whether the account was made for it. */
    made_account: boolean;
    /** Whether the account is suspended because the person has left. */
    suspended: Generated<boolean>;
    /** The directory does not know the person any more; kept, so that a return lifts the suspension. */
    deleted_at: Date | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  /** The last report of a device about the audio of a prepared emergency. */
  emergency_copies: {
    device_id: number;
    /** The id of the emergency in the programme; it changes with the audio. */
    receipt_id: string;
    held: boolean;
    at: Date;
  };
  /** People who were blocked, or whose role or memberships in an organisation have changed or ended, until what they have started is checked. */
  ended_rights: {
    user_id: number;
    owner_id: number;
    noted_at: Generated<Date>;
  };
  firmware_archives: {
    /** Also the name of the file in DATA_DIR/archives. */
    filename: string;
    version: number;
    firmware_version: string | null;
    size: number;
    sha256: string;
    signature: string;
    /** The time of creation in the manifest. */
    created: Date;
    added_by: number | null;
    added_at: Generated<Date>;
  };
  /** A device of a rollout. It gets the command once: after it was claimed, the command is stored, or why there is none. */
  firmware_rollout_devices: {
    rollout_id: string;
    device_id: number;
    phase: number;
    claimed_at: Date | null;
    command_id: string | null;
    error: string | null;
    error_type: string | null;
    /** Its final state, once its command is too old to be kept. */
    outcome: string | null;
  };
  firmware_rollouts: {
    id: string;
    filename: string;
    firmware_version: string;
    params: Json<ColumnTypes['firmware_rollouts.params']>;
    state: Generated<ColumnTypes['firmware_rollouts.state']>;
    /** Why it was stopped. */
    reason: string | null;
    phases: Json<ColumnTypes['firmware_rollouts.phases']>;
    /** The current one, from 0. */
    phase: Generated<number>;
    /** Set while it waits between two phases. */
    next_phase_at: Date | null;
    max_error_rate: number;
    phase_pause_s: number;
    /** Devices that had the command before do not stop the rollout, because a user resumed it in spite of them. */
    judged_from: Generated<Date>;
    devices: number;
    /** The job that continues the rollout names this number, so that others do nothing. */
    step: Generated<number>;
    checked_at: Generated<Date>;
    started_by: number | null;
    created_at: Generated<Date>;
    finished_at: Date | null;
  };
  /** At most one row: the private key in PEM, sealed. */
  firmware_signing_key: {
    only_row: Generated<boolean>;
    sealed: Buffer;
    stored_at: Generated<Date>;
  };
  /** Where devices are on a floor plan: fractions of its width and height. Triggers delete those of devices that leave the branch. */
  floor_plan_devices: {
    company_id: number;
    device_id: number;
    x: number;
    y: number;
  };
  /** One image per node; its file is named by the hash, and several may share it. */
  floor_plans: {
    company_id: number;
    sha256: string;
    format: ColumnTypes['floor_plans.format'];
    width: number;
    height: number;
    bytes: number;
    /** Of the list of its devices. */
    revision: Generated<number>;
    updated_at: Generated<Date>;
  };
  /** People who changed their password, until they say which of their grants go on. */
  grant_reviews: {
    user_id: number;
    asked_at: Generated<Date>;
  };
  /** Up to which number the tracks that a device has played are stored. */
  heard_journals: {
    device_id: number;
    journal: string;
    seq: number;
  };
  /** What a device has played of its playlists on a day, as it was reported in one call. */
  heard_music: {
    device_id: number;
    journal: string;
    /** Of the first of its tracks. */
    seq: number;
    /** The owner of the device at that time. */
    user_id: number;
    /** The node of the device at that time, which may be deleted since. */
    company_id: number | null;
    place: string;
    /** As 2026-11-23, in the zone of the place. */
    day: string;
    /** Of heard_tracks, in their order; each with its seconds. */
    track_ids: number[];
    seconds: number[];
  };
  /** The audio of an owner that was heard as music. It stays when the audio is deleted. */
  heard_tracks: {
    id: Generated<number>;
    user_id: number;
    sha256: string;
    name: string;
    title: string | null;
    artist: string | null;
    duration_ms: number;
    /** As 2026-11-23, in UTC. */
    last_heard: string;
  };
  holiday_calendars: {
    id: Generated<number>;
    user_id: number;
    name: string;
    days: Json<ColumnTypes['holiday_calendars.days']>;
    created_at: Generated<Date>;
    created_by: number | null;
  };
  /** Connections to brokers of Home Assistant; one instance holds all of them. */
  home_assistants: {
    id: Generated<number>;
    owner_id: number;
    /** It gets this node and the places below it. */
    company_id: number;
    name: string;
    url: string;
    username: string;
    /** Encrypted with a key derived from SERVICE_SECRET. */
    password: Buffer | null;
    version: ColumnTypes['home_assistants.version'];
    prefix: string;
    allows: ColumnTypes['home_assistants.allows'];
    enabled: Generated<boolean>;
    disabled_reason: ColumnTypes['home_assistants.disabled_reason'] | null;
    state: Generated<ColumnTypes['home_assistants.state']>;
    problem: string | null;
    state_at: Date | null;
    places: Generated<number>;
    /** With whose rights it acts. */
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
  };
  identity_provider_domains: {
    provider_id: number;
    /** In lower case. */
    domain: string;
    /** The TXT record that proves it. */
    dns_value: string;
    proven_at: Date | null;
    proven_by: ColumnTypes['identity_provider_domains.proven_by'] | null;
  };
  identity_provider_rules: {
    provider_id: number;
    /** Of the claim, or the name of a group of the directory. */
    value: string;
    company_id: number;
    role: ColumnTypes['identity_provider_rules.role'];
    may_emergency: Generated<boolean>;
    /** The bits of the role; see schemas/src/domain/rights.ts. */
    rights: number;
  };
  /** Where the people of an organisation sign in with OpenID Connect. */
  identity_providers: {
    provider_id: Generated<number>;
    owner_id: number;
    name: string;
    issuer: string;
    client_id: string;
    /** Encrypted with a key derived from SERVICE_SECRET. */
    client_secret: Buffer;
    /** The claim whose values the rules name. */
    roles_claim: string;
    /** Whether its people may sign in with a password as well. */
    passwords_allowed: Generated<boolean>;
    /** Offered to everybody, set by administrators. */
    show_on_sign_in: Generated<boolean>;
    /** SHA-256; the token itself is never stored. */
    scim_token_hash: Buffer | null;
    scim_token_made_at: Date | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
    /** The owner takes the mail addresses of proven domains without the claim that they are verified. */
    trusts_email: Generated<boolean>;
    /** The scope groups is asked for where the provider offers it. */
    asks_groups: Generated<boolean>;
    /** Why the last sign-in, or part of a call of the directory, was refused. */
    last_refusal: string | null;
    last_refusal_at: Date | null;
  };
  ingest_instances: {
    instance_id: string;
    host: string;
    shards: number;
    renewed_at: Generated<Date>;
    fenced: Generated<boolean>;
  };
  ingest_shards: {
    shards: number;
    shard: number;
    instance_id: string | null;
    epoch: Generated<number>;
  };
  /** How much the installation has and may have, by kind. */
  installation_usage: {
    kind: ColumnTypes['installation_usage.kind'];
    used: number;
    most: number;
    counted_at: Generated<Date>;
  };
  invitations: {
    id: Generated<number>;
    /** SHA-256; the token itself is in the mail only. */
    token_hash: Buffer;
    email: string;
    lang: string;
    invited_by: number | null;
    message_id: number | null;
    created_at: Generated<Date>;
    expires_at: Date;
    /** The account that registered with it; null while it is open, and again where that account was removed. */
    user_id: number | null;
  };
  /** Files with a gain applied, for players that cannot apply it. */
  levelled_audio: {
    sha256: string;
    gain_db: number;
    /** Whose budget it is charged to. */
    user_id: number;
    requested_at: Generated<Date>;
    claimed_at: Date | null;
    /** Null: it is not made yet, or failed. */
    levelled_sha256: string | null;
    failed: Generated<boolean>;
  };
  /** The level that all instances of the api write until then, instead of LOG_LEVEL. */
  log_level: {
    singleton: Generated<boolean>;
    level: ColumnTypes['log_level.level'];
    set_by: number | null;
    set_at: Generated<Date>;
    until: Date;
  };
  /** How loud an organisation, which is everything that its owner has, hears what is played. */
  loudness_targets: {
    owner_id: number;
    speech_lufs: number;
    music_lufs: number;
  };
  /** When the windows of the coming days begin and end. */
  maintenance_spans: {
    window_id: number;
    starts_at: Date;
    ends_at: Date;
    company_id: number;
  };
  maintenance_windows: {
    window_id: Generated<number>;
    company_id: number;
    name: string;
    /** Wall-clock time of the first one, in the zone of the node. */
    starts_at: string;
    duration_minutes: number;
    rrule: string | null;
    exceptions: GeneratedJson<ColumnTypes['maintenance_windows.exceptions']>;
    until_date: string | null;
    revision: Generated<number>;
    /** Up to when its spans are stored; null: they are not. */
    expanded_until: Date | null;
    created_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Invitations of people who are nowhere in an organisation to become member of a node. */
  member_invitations: {
    invitation_id: Generated<number>;
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
    company_id: number;
    email: string;
    lang: string;
    role: ColumnTypes['member_invitations.role'];
    may_emergency: Generated<boolean>;
    membership_ends_at: Date | null;
    invited_by: number | null;
    /** Null: the person has blocked the sender, so nothing was sent. */
    message_id: number | null;
    accepted_by: number | null;
    created_at: Generated<Date>;
    expires_at: Date;
    /** The bits of the role; see schemas/src/domain/rights.ts. */
    rights: number;
  };
  /** Roles of people at nodes that are not theirs, for the node and everything below it; several add up. */
  memberships: {
    member_id: Generated<number>;
    company_id: number;
    user_id: number;
    role: ColumnTypes['memberships.role'];
    may_emergency: Generated<boolean>;
    /** The bits of the role; see schemas/src/domain/rights.ts. */
    rights: number;
    expires_at: Date | null;
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
    /** The identity provider whose rules made it; null where a person did. */
    provider_id: number | null;
  };
  message_attachments: {
    message_id: number;
    filename: string;
    content_type: string;
    content: string;
  };
  /** The notices of one sender to one recipient that exceeded a budget, and that one message replaces. */
  message_digests: {
    user_id: number;
    channel: ColumnTypes['message_digests.channel'];
    recipient: string;
    lang: string;
    count: number;
    /** The subjects of the first ones. */
    subjects: string[];
    started_at: Generated<Date>;
    due_at: Generated<Date>;
  };
  message_ledger: {
    id: Generated<number>;
    at: Generated<Date>;
    class: ColumnTypes['message_ledger.class'];
    channel: ColumnTypes['message_ledger.channel'];
    /** The user on whose behalf it is sent; null for codes. Not a reference, so that deleting an account renews no budget. */
    sender_id: number | null;
    /** A phone number with its plus, or a mail address in lower case. */
    recipient: string;
    /** One for a mail. */
    parts: number;
  };
  messages: {
    id: Generated<number>;
    user_id: number;
    name: string;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    variants: Json<ColumnTypes['messages.variants']>;
    fallback_language: string;
    chime: ColumnTypes['messages.chime'];
    repeat: number;
    pause_ms: number;
    emergency: boolean;
    created_by: number | null;
    /** Heard in place of chime. */
    chime_id: number | null;
  };
  /** Partitioned by day of `collected_at`; unique by device, `collected_at` and `seq`, so redelivery has no effect. */
  metrics: {
    device_id: number;
    /** The time of measurement by the clock of the device. */
    collected_at: Date;
    seq: number | null;
    /** The time of receipt by the clock of the server. */
    received_at: Date;
    /** `collected_at`, corrected by the known skew of the device's clock. */
    measured_at: Date;
    hostname: string;
    cpu_usage_percent: number;
    /** °C */
    cpu_temperature: number;
    memory_usage_percent: number;
    disk_usage_percent: number;
    uptime_seconds: number;
  };
  /** The records of a device that were measured in the UTC day that begins at `at`. */
  metrics_daily: {
    at: Date;
    device_id: number;
    records: number;
    cpu_avg: number;
    cpu_min: number;
    cpu_max: number;
    /** °C */
    temperature_avg: number;
    temperature_min: number;
    temperature_max: number;
    memory_avg: number;
    memory_min: number;
    memory_max: number;
    disk_avg: number;
    disk_min: number;
    disk_max: number;
  };
  /** The records of a device that were measured in the hour that begins at `at`. */
  metrics_hourly: {
    at: Date;
    device_id: number;
    records: number;
    cpu_avg: number;
    cpu_min: number;
    cpu_max: number;
    /** °C */
    temperature_avg: number;
    temperature_min: number;
    temperature_max: number;
    memory_avg: number;
    memory_min: number;
    memory_max: number;
    disk_avg: number;
    disk_min: number;
    disk_max: number;
  };
  /** One row: which days are rolled up. */
  metrics_rollup_progress: {
    only_row: Generated<boolean>;
    /** The first UTC day that is not rolled up for all devices; null before the job has run for the first time. */
    next_day: Date | null;
    /** The devices up to this id are rolled up for `next_day`. */
    after_device: Generated<number>;
  };
  /** Devices without a key of their own, whose sound another device sends over the network. */
  network_speakers: {
    device_id: number;
    /** The serial number of the device that sends, as long as it has the same owner; it signs in for this one with its own key. */
    sender: string;
    transport: Json<ColumnTypes['network_speakers.transport']>;
    /** The addresses with ports of the transport, for what hears the same. */
    destinations: string[];
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** What follows from memberships, for every node; written by triggers only. */
  node_rights: {
    user_id: number;
    company_id: number;
    member_id: number;
    rights: number;
    expires_at: Date | null;
  };
  one_time_tokens: {
    /** SHA-256; the token itself is never stored. */
    token_hash: Buffer;
    user_id: number;
    purpose: ColumnTypes['one_time_tokens.purpose'];
    /** The message that contains it, if any; its time to live starts when that was sent. */
    message_id: number | null;
    /** The number of wrong codes, for a challenge. */
    tries: Generated<number>;
    created_at: Generated<Date>;
  };
  /** What holds for everybody in an organisation, which is everything that its owner has. */
  organisation_settings: {
    owner_id: number;
    require_second_factor: Generated<boolean>;
    /** The longest time-out of the sessions of the owner and all members; null: any. */
    max_session_minutes: number | null;
  };
  outgoing_messages: {
    id: Generated<number>;
    channel: ColumnTypes['outgoing_messages.channel'];
    kind: ColumnTypes['outgoing_messages.kind'];
    user_id: number | null;
    /** A mail address, or a phone number with `+`. */
    recipient: string;
    lang: string;
    /** null for SMS. */
    subject: string | null;
    text: string;
    html: string | null;
    /** The secrets in the text, shown separately on the outbox page. */
    code: string | null;
    link: string | null;
    /** When expired code and link were removed, also from the text. */
    secret_removed_at: Date | null;
    /** Sent to a root account, so admins may not read it, also after that account was deleted. */
    root_only: Generated<boolean>;
    state: Generated<ColumnTypes['outgoing_messages.state']>;
    /** The number of attempts that have ended. */
    attempts: Generated<number>;
    /** When the next attempt of a queued message is due. */
    due_at: Generated<Date>;
    last_error: string | null;
    created_at: Generated<Date>;
    sent_at: Date | null;
  };
  page_devices: {
    page_id: string;
    device_id: number;
    /** The owner of the device when the page was opened; one with another owner hears nothing. */
    user_id: number | null;
    /** That is sent with the sound; null: the device keeps its own. */
    volume: number | null;
    /** Its firmware plays no live pages. */
    is_old: boolean;
    /** The command that opens the page on the device; null: none is sent. */
    command_id: string | null;
    uninvited_at: Date | null;
  };
  /** People who speak live to places; the places are those of the run. */
  pages: {
    page_id: string;
    run_id: string;
    /** Whose places they are. */
    user_id: number;
    opened_by: number;
    /** The session of the person who speaks; the page ends with it. */
    key_id: number;
    state: Generated<ColumnTypes['pages.state']>;
    ended_by: ColumnTypes['pages.ended_by'] | null;
    path: ColumnTypes['pages.path'];
    busy: ColumnTypes['pages.busy'];
    priority: ColumnTypes['pages.priority'];
    /** SHA-256 of the token that opens the socket, once; null: it is open, or was. */
    token_hash: Buffer | null;
    token_until: Date;
    /** Renewed by the instance that has the socket; a page that is not ended by then is ended by any other. */
    alive_until: Date;
    opened_at: Generated<Date>;
    first_frame_at: Date | null;
    ended_at: Date | null;
    frames: Generated<number>;
    /** The command whose results say how many frames the devices played. */
    close_command_id: string | null;
    /** What was said, as Ogg Opus; null: nothing, not stored yet, or not kept any more. */
    recording_sha256: string | null;
    recording_ms: number | null;
  };
  passkeys: {
    id: Generated<number>;
    user_id: number;
    credential_id: Buffer;
    /** As COSE describes it; the private key never leaves the device of its person. */
    public_key: Buffer;
    /** How often it has signed, as it says itself; 0 for those that do not count. */
    sign_count: number;
    /** How browsers reach it, such as usb or internal. */
    transports: string[];
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
    /** Since when it is refused: its counter went back, so it may have been copied. */
    set_aside_at: Date | null;
  };
  /** Loudspeakers with a screen: their pages have asked for texts. */
  player_screens: {
    device_id: number;
    last_seen_at: Date;
  };
  playlist_items: {
    playlist_id: number;
    position: number;
    audio_id: number;
  };
  playlists: {
    id: Generated<number>;
    user_id: number;
    name: string;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    shuffle: boolean;
    created_by: number | null;
    /** Seconds for which two tracks are heard together. */
    crossfade_s: Generated<number>;
    /** Shuffled: how many other tracks are heard before one is heard again; null: all. */
    no_repeat: number | null;
  };
  programme_contents: {
    user_id: number;
    hash: string;
    /** The fields of the body that devices with this content share, as JSON without the braces. */
    content: string;
    schedule_ids: number[];
    checks: Json<ColumnTypes['programme_contents.checks']>;
    /** The receipt ids of the prepared emergencies; `emergency_message_ids` has their messages in the same order. */
    emergency_ids: Generated<string[]>;
    emergency_message_ids: Generated<number[]>;
    /** The zone of the places. */
    time_zone: string | null;
    /** The runs and their instants in the same order. */
    run_ids: string[] | null;
    run_ats: Date[] | null;
    /** The first run that is not recorded as expected; null: none. */
    next_run_at: Date | null;
  };
  programme_owners: {
    /** 0: the devices without owner. */
    user_id: number;
    /** The lease of the job that compiles for this owner; null: none. */
    lease: string | null;
    leased_at: Date | null;
    /** The time since when texts of this owner are being rendered; null: none are. */
    rendering_at: Date | null;
    compiled_until: Date | null;
    /** Compilations in a row that have failed. */
    failures: Generated<number>;
    /** The time since when nothing is compiled for this owner, because it failed; null: it is. */
    set_aside_at: Date | null;
  };
  programmes: {
    device_id: number;
    /** The owner for whom it was compiled; 0: none. */
    user_id: number;
    content_hash: string;
    version: number;
    /** The hash of the whole body. */
    sha256: string;
    /** The version that the broker has; null: none. */
    announced: number | null;
    /** The version is not announced before this time; null: it is announced immediately. */
    announce_at: Date | null;
    compiled_at: Generated<Date>;
  };
  /** The key with which the installation signs messages to browsers (VAPID), generated once. */
  push_keys: {
    singleton: Generated<boolean>;
    public_key: string;
    /** The private key, encrypted with a key derived from SERVICE_SECRET. */
    sealed: Buffer;
    created_at: Generated<Date>;
  };
  /** Browsers that take messages for a person. */
  push_subscriptions: {
    subscription_id: Generated<number>;
    user_id: number;
    /** Of the session of that browser; null: it has passed, and nobody has signed out. */
    key_id: number | null;
    /** The address at the push service of the browser. Whoever knows it could send. */
    endpoint: string;
    p256dh: string;
    /** Encrypted with a key derived from SERVICE_SECRET. */
    auth: Buffer;
    user_agent: string | null;
    /** Messages in a row that were given up. */
    failures: Generated<number>;
    created_at: Generated<Date>;
    last_success_at: Date | null;
  };
  /** Stored in Postgres, so that counts survive a restart and replicas share them. */
  rate_limits: {
    key: string;
    hits: number;
    resets_at: Date;
  };
  recovery_codes: {
    user_id: number;
    /** SHA-256; each row is an unused code. */
    code_hash: Buffer;
  };
  /** The audio of a text; `key` is the hash of text, language and voice. */
  renderings: {
    key: string;
    language: string;
    voice: string;
    items: Json<ColumnTypes['renderings.items']>;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    /** The voice that has spoken it in the place of its own; null: its own. */
    rendered_by: string | null;
    /** Why its own voice has not spoken it. */
    fallback_reason: string | null;
    /** The text, until its own voice has spoken it. */
    fallback_text: string | null;
    /** When its own voice was last asked again. */
    retried_at: Date | null;
  };
  /** The last month, as 2026-11, of which a person got a mail. */
  report_mails: {
    user_id: number;
    month: string;
  };
  responsible_people: {
    company_id: number;
    /** In the list of the node, from 1. */
    position: number;
    name: string;
    email: string | null;
    /** With its plus. */
    phone: string | null;
    language: ColumnTypes['responsible_people.language'];
    /** Who has entered the list; null: its owner, or before this was kept. */
    entered_by: number | null;
  };
  sample_organisation: {
    /** Always 1: the table has at most one row. Without it this database has not been asked yet. */
    id: number;
    /** The owner; null where none was created. */
    user_id: number | null;
    /** What was created; null where there is nothing to remove. */
    content: Json<ColumnTypes['sample_organisation.content'] | null>;
    created_at: Generated<Date>;
  };
  sample_runs: {
    id: Generated<number>;
    state: Generated<ColumnTypes['sample_runs.state']>;
    pause_reason: ColumnTypes['sample_runs.pause_reason'] | null;
    /** The names of the voices, in the order in which their samples are created. */
    voices: string[];
    /** The index of the next voice. */
    position: Generated<number>;
    /** Failures before this index do not pause the run: those that paused it are tried once more and then left. */
    pausable_from: Generated<number>;
    success: Generated<number>;
    error_count: Generated<number>;
    errors: GeneratedJson<ColumnTypes['sample_runs.errors']>;
    last_error: string | null;
    started_by: number | null;
    started_at: Generated<Date>;
    /** When a job last worked on it. */
    checked_at: Generated<Date>;
    ended_at: Date | null;
  };
  saved_device_filters: {
    id: Generated<number>;
    user_id: number;
    /** Unique for its owner without regard to case. */
    name: string;
    filters: Json<ColumnTypes['saved_device_filters.filters']>;
    created_at: Generated<Date>;
  };
  /** Places to which a person often speaks. */
  saved_places: {
    id: Generated<number>;
    user_id: number;
    /** Unique for its owner without regard to case. */
    name: string;
    targets: Json<ColumnTypes['saved_places.targets']>;
    created_at: Generated<Date>;
  };
  /** What an output of a device was told, until it has reported it. */
  scenario_outputs: {
    receipt_id: number;
    device_id: number | null;
    command_id: string;
    output: string;
    wanted: ColumnTypes['scenario_outputs.wanted'];
    sent_at: Date;
    /** A command that the device has not answered by then has failed. */
    until: Date;
    settled: Generated<boolean>;
  };
  /** What became of a message of a run to one person or address; loudspeakers have announcement_deliveries. */
  scenario_receipts: {
    receipt_id: Generated<number>;
    scenario_run_id: string;
    index: number;
    who: string;
    state: ColumnTypes['scenario_receipts.state'];
    reason: string | null;
    at: Date | null;
    message_id: number | null;
    recipient: string | null;
    lang: string | null;
    /** Of the link with which they answer. */
    token_hash: Buffer | null;
    answer: ColumnTypes['scenario_receipts.answer'] | null;
    answer_text: string | null;
    answered_at: Date | null;
    /** Of the secret with which who has answered corrects it, until `corrects_until`. */
    correction_hash: Buffer | null;
    corrects_until: Date | null;
    /** By which somebody who is asked in several messages is counted once. */
    person: string | null;
  };
  scenario_run_actions: {
    scenario_run_id: string;
    index: number;
    action: Json<ColumnTypes['scenario_run_actions.action']>;
    state: Generated<ColumnTypes['scenario_run_actions.state']>;
    /** Of the announcement that it starts, so that it is started once. */
    run_id: Generated<string>;
    /** Null until the run has begun. */
    due_at: Date | null;
    /** Some instance works on it until then. */
    claimed_until: Date | null;
    attempts: Generated<number>;
    started_at: Date | null;
    ended_at: Date | null;
    reason: string | null;
    /** Its text, or the subject of it, as it was sent; null until then, and where it has none. */
    what: string | null;
    /** The text of what has a subject. */
    body: string | null;
  };
  scenario_runs: {
    scenario_run_id: Generated<string>;
    scenario_id: number | null;
    owner_id: number;
    company_id: number;
    name: string;
    /** The same key starts nothing again. */
    request_key: string | null;
    state: ColumnTypes['scenario_runs.state'];
    drill: boolean;
    variables: Json<ColumnTypes['scenario_runs.variables']>;
    source: ColumnTypes['scenario_runs.source'];
    started_by: number | null;
    /** Of the person, also after the account is gone, or of the trigger. */
    started_by_name: string | null;
    /** With whose rights it acts: who has prepared it. */
    acts_for: number | null;
    confirm_until: Date | null;
    confirmed_by: number | null;
    created_at: Generated<Date>;
    /** When it was pressed, or confirmed by a second person. */
    began_at: Date | null;
    ended_at: Date | null;
    ended_by: number | null;
    /** Somebody wants those asked who have not answered, which is not done yet. */
    asks_again_at: Date | null;
  };
  /** The text of an action on a display, or on the screen of a device, while the action goes on. */
  scenario_screens: {
    receipt_id: number;
    screen_id: number | null;
    device_id: number | null;
    text: string;
    colour: ColumnTypes['scenario_screens.colour'];
    until: Date | null;
  };
  scenarios: {
    id: Generated<number>;
    owner_id: number;
    company_id: number;
    name: string;
    icon: ColumnTypes['scenarios.icon'];
    colour: ColumnTypes['scenarios.colour'];
    actions: Json<ColumnTypes['scenarios.actions']>;
    drill: boolean;
    two_people: boolean;
    enabled: Generated<boolean>;
    disabled_reason: ColumnTypes['scenarios.disabled_reason'] | null;
    /** Whom and what it would not have reached when that was last looked at. */
    missed: number | null;
    /** When it could last have reached everybody. */
    reached_all_at: Date | null;
    checked_at: Date | null;
    /** With whose rights it acts. */
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
  };
  schedule_feeds: {
    user_id: number;
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
    created_at: Generated<Date>;
  };
  /** What the server does at an instant of a schedule. */
  schedule_tasks: {
    run_id: string;
    at: Date;
    kind: string;
    schedule_id: number;
    user_id: number;
    due_at: Date;
    done_at: Date | null;
  };
  schedules: {
    id: Generated<number>;
    user_id: number;
    name: string;
    action: Json<ColumnTypes['schedules.action']>;
    /** Wall-clock time in the zone of each place. */
    starts_at: string;
    duration_minutes: number | null;
    rrule: string | null;
    exceptions: Json<ColumnTypes['schedules.exceptions']>;
    until_date: string | null;
    holiday_calendar_id: number | null;
    targets: Json<ColumnTypes['schedules.targets']>;
    priority: number;
    volume: number | null;
    missed: Json<ColumnTypes['schedules.missed']>;
    enabled: boolean;
    revision: Generated<number>;
    /** How many devices it reached when it was compiled last. */
    devices: Generated<number>;
    /** The first zone of these devices. */
    time_zone: string | null;
    /** How often it happens in the compiled range, in all zones together, as counted when it was saved; null: not counted yet. */
    occurrences: number | null;
    /** What could not be compiled. */
    problem: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    created_by: number | null;
  };
  /** Displays without an account at a place. */
  screens: {
    id: Generated<number>;
    owner_id: number;
    company_id: number;
    name: string;
    /** SHA-256 of the token in its address. */
    token_hash: Buffer;
    last_seen_at: Date | null;
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
  };
  /** Sign-ins that are at a provider now, each used once. */
  sign_on_attempts: {
    state_hash: Buffer;
    provider_id: number;
    issuer: string;
    /** SHA-256 of the cookie of the browser that began it. */
    browser_hash: Buffer;
    nonce: string;
    verifier: string;
    created_at: Generated<Date>;
  };
  /** Sign-ins that a provider has confirmed, until the console exchanges them for a key. */
  sign_on_results: {
    token_hash: Buffer;
    identity_id: number;
    browser_hash: Buffer;
    /** That of the provider, by which it ends this session. */
    session_id: string | null;
    created_at: Generated<Date>;
  };
  /** Which keys a provider may end. */
  sign_on_sessions: {
    key_id: number;
    identity_id: number;
    session_id: string | null;
  };
  /** What the SMS page stores of a message in addition to its row in the outbox, with which it is deleted. */
  sms_messages: {
    message_id: number;
    /** The sender. */
    user_id: number;
    /** The responsible person; null for a typed number. */
    name: string | null;
    place: string | null;
    parts: number;
    created_at: Generated<Date>;
  };
  sms_templates: {
    id: Generated<number>;
    user_id: number;
    /** Unique for its owner without regard to case. */
    name: string;
    text: string;
    revision: Generated<number>;
    created_at: Generated<Date>;
    created_by: number | null;
  };
  /** What devices have heard of themselves; the newest ones of each. */
  sound_tests: {
    test_id: Generated<number>;
    device_id: number;
    /** Of the device at that time: nobody else reads it. */
    owner_id: number | null;
    command_id: string | null;
    kind: ColumnTypes['sound_tests.kind'];
    /** The beginning of the night; null: not a nightly test. */
    window_at: Date | null;
    attempts: Generated<number>;
    at: Generated<Date>;
    /** The volume of the tones. */
    level: number;
    /** null: the device has not answered yet. */
    result: ColumnTypes['sound_tests.result'] | null;
    reason: ColumnTypes['sound_tests.reason'] | null;
    level_db: number | null;
    noise_db: number | null;
    /** Its level was not the usual one. */
    changed: Generated<boolean>;
    players: GeneratedJson<ColumnTypes['sound_tests.players']>;
    /** Of the announcement that was played; null: a test. */
    run_id: string | null;
  };
  /** Challenges are signed and not stored, so those that were used are, until they expire. */
  spent_passkey_challenges: {
    challenge_hash: Buffer;
    expires_at: Date;
  };
  /** What has to be compiled again: everything of a user, or what a schedule or device concerns. Triggers write it. */
  stale_programmes: {
    id: Generated<number>;
    /** null: the device has no owner. */
    user_id: number | null;
    schedule_id: number | null;
    device_id: number | null;
    /** Only another day is to be added; nothing has changed. */
    due: Generated<boolean>;
    at: Generated<Date>;
  };
  stations: {
    id: Generated<number>;
    user_id: number;
    name: string;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    url: string;
    created_by: number | null;
    /** Heard while the station cannot be heard. */
    fallback_playlist_id: number | null;
  };
  /** Grants of people who could not grant them any more, until somebody takes them over, keeps or ends them. */
  stopped_grants: {
    kind: ColumnTypes['stopped_grants.kind'];
    grant_id: number;
    /** The organisation; null: of the installation. */
    owner_id: number | null;
    granted_by: number | null;
    /** Also after the account is gone. */
    granted_by_name: string;
    reason: string;
    /** Whether it was turned on before. */
    was_on: Generated<boolean>;
    stopped_at: Generated<Date>;
  };
  trigger_firings: {
    firing_id: Generated<number>;
    trigger_id: number;
    /** Of the announcement that it starts, so that it is started once. */
    run_id: Generated<string>;
    /** What has started it; the same cause starts nothing again. */
    cause: string;
    source: ColumnTypes['trigger_firings.source'];
    state: ColumnTypes['trigger_firings.state'];
    reason: string | null;
    details: Json<ColumnTypes['trigger_firings.details']>;
    /** When it happened: of an input, by the clock of the device. */
    at: Date;
    attempts: Generated<number>;
    /** Some instance works on it until then. */
    claimed_until: Date | null;
    expires_at: Date | null;
    /** Who has confirmed or declined it. */
    decided_by: number | null;
    decided_at: Date | null;
    created_at: Generated<Date>;
    /** It is a drill, whatever the trigger is: an exercise or test of a sender of alerts. */
    drill: Generated<boolean>;
    /** It ends these announcements, in place of what the trigger does. */
    ends_run_ids: string[] | null;
  };
  triggers: {
    id: Generated<number>;
    /** Its id in the address of its hook. */
    hook_id: Generated<string>;
    owner_id: number;
    company_id: number;
    name: string;
    /** What starts it. */
    source: Json<ColumnTypes['triggers.source']>;
    /** What it starts. */
    action: Json<ColumnTypes['triggers.action']>;
    /** ask: somebody confirms each time. */
    mode: ColumnTypes['triggers.mode'];
    /** An emergency is a drill; everything else is only recorded. */
    drill: boolean;
    enabled: Generated<boolean>;
    /** creator: whoever has prepared it may not do it any more. */
    disabled_reason: ColumnTypes['triggers.disabled_reason'] | null;
    disabled_at: Date | null;
    /** Of its hook, encrypted with a key derived from SERVICE_SECRET. */
    secret: Buffer | null;
    previous_secret: Buffer | null;
    previous_secret_until: Date | null;
    /** With whose rights it acts. */
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
  };
  two_factor: {
    user_id: number;
    /** The shared secret, encrypted with a key derived from SERVICE_SECRET. */
    secret: Buffer;
    /** null: not confirmed by a code of the app yet. */
    enabled_at: Date | null;
    /** The last 30-second step whose code was used, so that no code is accepted twice. */
    last_step: Generated<number>;
    created_at: Generated<Date>;
  };
  /** Each logout of a provider is accepted once. */
  used_logout_tokens: {
    provider_id: number;
    token_id: string;
    created_at: Generated<Date>;
  };
  /** Who a person is at an identity provider. */
  user_identities: {
    identity_id: Generated<number>;
    provider_id: number;
    issuer: string;
    subject: string;
    user_id: number;
    /** Those of the roles claim at the last sign-in. */
    claim_values: string[];
    created_at: Generated<Date>;
    last_sign_in: Generated<Date>;
    /** Whether the account was made for it. */
    made_account: Generated<boolean>;
    /** The provider named no groups at the last sign-in because they are too many; those of before are kept. */
    groups_left_out: Generated<boolean>;
  };
  user_keys: {
    id: Generated<number>;
    user_id: number;
    /** SHA-256 of the key; the key itself is never stored. */
    key_hash: Buffer;
    created_at: Generated<Date>;
    /** A time-out after the last use by the person, or 30 days after the last use. */
    expires_at: Date;
    last_used_at: Generated<Date>;
    revoked_at: Date | null;
    user_agent: string | null;
    /** The address of the sign-in; null for a key that was disclosed to an administrator. */
    ip: string | null;
    /** The administrator who works with it as this user; null for a user's own key. */
    made_by: number | null;
    /** Valid for setting up a required second factor only, with which it becomes an ordinary key. */
    only_setup: Generated<boolean>;
    /** The last use by the person; pages that fetch something by themselves do not count. */
    last_active_at: Generated<Date>;
  };
  /** What people choose for all browsers; no row: the defaults. */
  user_settings: {
    user_id: number;
    /** The time-out of their sessions; null: none of their own. */
    session_minutes: number | null;
    system_notifications: Generated<boolean>;
    auto_save: Generated<boolean>;
    /** The severity from which on the person gets mails about alarms. */
    alarm_mail: Generated<string>;
    alarm_sms: Generated<string>;
    /** From and to, in the zone of the person, when only critical alarms are told; null: never. */
    alarm_quiet: Json<unknown>;
    /** The severity from which on the browsers of the person are told of alarms. */
    alarm_push: Generated<string>;
    /** Whether the person gets a mail about each month. */
    report_mail: Generated<boolean>;
  };
  users: {
    id: Generated<number>;
    name: string;
    /** The address as it was typed; unique, case-insensitive, among accounts that are no pending registrations. */
    email: string;
    /** PHC string, argon2id. */
    password_hash: string;
    role: ColumnTypes['users.role'];
    email_confirm: Generated<boolean>;
    phone: string | null;
    phone_confirm: Generated<boolean>;
    active: Generated<boolean>;
    blocked: Generated<boolean>;
    lang: Generated<string>;
    country: string | null;
    country_code: string | null;
    city: string | null;
    region: string | null;
    /** Minutes east of UTC. */
    utc_offset: Generated<number>;
    time_zone: Generated<string>;
    /** Created by a registration and never confirmed. */
    registration_pending: Generated<boolean>;
    /** See SMS-8. */
    may_text_any_number: Generated<boolean>;
    /** Otherwise the account has a tenth of the quotas, since nobody has confirmed it; see USER-24. */
    full_quotas: Generated<boolean>;
    created_at: Generated<Date>;
    last_login: Date | null;
    /** The revision of the editable fields, maintained by a trigger. */
    revision: Generated<number>;
    /** The account of a key of a program; nobody signs in with it, and no list of people has it. */
    program: Generated<boolean>;
  };
  voice_favorites: {
    user_id: number;
    voice_name: string;
    added_at: Generated<Date>;
  };
  /** In the organisation of user_id to_voice speaks where from_voice is chosen. */
  voice_mappings: {
    user_id: number;
    from_voice: string;
    to_voice: string;
  };
  /** Neural voices that were installed from the catalogue or from a file. The files are in DATA_DIR. */
  voice_packs: {
    voice_name: string;
    source: ColumnTypes['voice_packs.source'];
    state: ColumnTypes['voice_packs.state'];
    /** What it is, its licence, and its files with their addresses. */
    facts: Json<ColumnTypes['voice_packs.facts']>;
    bytes: number;
    received: Generated<number>;
    error: string | null;
    /** Who has accepted the licence. */
    accepted_by: number | null;
    accepted_at: Generated<Date>;
    created_at: Generated<Date>;
    installed_at: Date | null;
  };
  voices: {
    voice_name: string;
    display_name: string;
    language: string;
    languagefull: string;
    language_codes: string[];
    voice_type: ColumnTypes['voices.voice_type'];
    gender: ColumnTypes['voices.gender'];
    provider: ColumnTypes['voices.provider'];
    block: Generated<boolean>;
    /** When the provider removed it; the voice stays while it is in use. */
    vanished_at: Date | null;
    /** When the running synthesis of a sample started. */
    sample_started_at: Date | null;
    /** The error of the last synthesis. */
    sample_error: string | null;
    created_at: Generated<Date>;
  };
  webhook_deliveries: {
    delivery_id: Generated<number>;
    webhook_id: number;
    /** The same in every attempt, so that a receiver knows what it has. */
    message_id: string;
    type: string;
    order_key: string;
    data: Json<ColumnTypes['webhook_deliveries.data']>;
    at: Date;
    state: Generated<ColumnTypes['webhook_deliveries.state']>;
    attempts: Generated<number>;
    first_tried_at: Date | null;
    /** Of the next attempt, unless an earlier one of the same key waits. */
    next_at: Generated<Date>;
    last_status: number | null;
    last_error: string | null;
    delivered_at: Date | null;
    created_at: Generated<Date>;
  };
  /** What webhooks are to tell, until it is divided into their deliveries. */
  webhook_events: {
    event_id: Generated<number>;
    owner_id: number;
    /** The node that it is about; null: the places of the run, or the whole organisation. */
    company_id: number | null;
    run_id: string | null;
    type: string;
    /** What has the same key is delivered in its order. */
    order_key: string;
    data: Json<ColumnTypes['webhook_events.data']>;
    at: Generated<Date>;
  };
  webhooks: {
    id: Generated<number>;
    /** The organisation that it tells about. */
    owner_id: number;
    /** It tells about this node and everything below it. */
    company_id: number;
    name: string;
    url: string;
    events: ColumnTypes['webhooks.events'];
    /** Encrypted with a key derived from SERVICE_SECRET. */
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_secret_until: Date | null;
    enabled: Generated<boolean>;
    disabled_reason: ColumnTypes['webhooks.disabled_reason'] | null;
    disabled_at: Date | null;
    /** So many deliveries wait that nothing is added. */
    is_full: Generated<boolean>;
    /** Attempts without an answer since something arrived; they count for the webhook as a whole. */
    failures: Generated<number>;
    /** The first failure since something arrived. */
    failing_since: Date | null;
    /** Nothing is sent before. */
    retry_at: Date | null;
    /** A job of some instance sends until then. */
    claimed_until: Date | null;
    /** When a job has ended last; the webhook that waits longest is next. */
    passed_at: Date | null;
    last_delivered_at: Date | null;
    created_by: number | null;
    created_at: Generated<Date>;
    revision: Generated<number>;
  };
};
