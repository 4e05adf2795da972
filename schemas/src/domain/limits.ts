/** The largest integer of Postgres, which ids are stored as. */
export const MAX_INT4 = 2_147_483_647;

export const PAGE_SIZES = [4, 8, 12, 16, 20, 24, 32, 48, 64] as const;
export const DEFAULT_PAGE_SIZE = 8;
export const MAX_PAGE_SIZE = 500;

export const DEVICE_PASS_MAX = 10;
export const NOTE_MAX = 2000;
/** Serial numbers of unknown devices that one user can register. */
export const WAITING_DEVICES_MAX = 500;
/** Devices that one user can claim without their pass. */
export const DEVICE_CLAIMS_MAX = 20;

/** The passphrase of backups: long, because whoever gets a backup can try as many as they like. */
export const BACKUP_PASSPHRASE_MIN = 12;
export const BACKUP_PASSPHRASE_MAX = 200;
export const BACKUPS_KEPT_MIN = 1;
export const BACKUPS_KEPT_MAX = 100;

/** One pack holds the files of one voice. */
export const VOICE_PACK_BYTES_MAX = 600 * 1_024 * 1_024;
export const VOICE_PACKS_MAX = 40;
/** Voices of an organisation that others speak for. */
export const VOICE_MAPPINGS_MAX = 100;

export const VOLUME_MIN = 0;
export const VOLUME_MAX = 100;
export const VOLUME_STEP = 10;

export const CPU_WARNING_PERCENT = 80;
export const MEMORY_WARNING_PERCENT = 90;
export const DISK_WARNING_PERCENT = 85;
/** Small boards reduce their clock rate from 80 °C. */
export const TEMPERATURE_WARNING_CELSIUS = 75;

export const METRICS_LIST_LIMIT = 5;
export const STATISTICS_WINDOW_HOURS = 24;
/** The maximum points of a chart: one for every five minutes of a day. */
export const SERIES_POINTS_MAX = 288;
export const HISTORY_POINTS_MAX = 500;
export const HISTORY_DAYS_MAX = 3_660;

/** Of a REST call of the console or the simulator. */
export const REQUEST_TIMEOUT_MS = 15_000;
export const CONFIG_TIMEOUT_MS = 10_000;
export const COMMAND_TIMEOUT_MS = 15_000;

/** A device without a message for this time is marked offline; see MQTT-5. */
export const PRESENCE_TIMEOUT_MS = 90_000;

export const MAX_PACKET_BYTES = 256 * 1024;

export type JournalLimits = { maxAgeMs: number; maxRecords: number };
export const METRICS_JOURNAL: JournalLimits = { maxAgeMs: 24 * 3_600_000, maxRecords: 20_000 };
/** More receipts than the longest programme causes, because a device may be without network longer than the programme reaches. */
export const RECEIPTS_JOURNAL: JournalLimits = { maxAgeMs: 30 * 24 * 3_600_000, maxRecords: 15_000 };

/** Changes of inputs are few, and old ones start nothing. */
export const INPUTS_JOURNAL: JournalLimits = { maxAgeMs: 30 * 24 * 3_600_000, maxRecords: 1_000 };

/** Budgets of messages to people, each within 24 hours where it does not say otherwise; see MAIL-9. */
export const SMS_PARTS_PER_SENDER = 100;
/** For administrators, and those whom they permit to text any number. */
export const SMS_PARTS_PER_PERMITTED_SENDER = 1_000;
/** Of one sender to one number. */
export const SMS_PARTS_PER_NUMBER = 30;
export const NOTICE_MAILS_PER_SENDER = 100;
/** Of one sender to one recipient. */
export const NOTICE_MAILS_PER_ADDRESS_AND_HOUR = 5;
export const NOTICE_SMS_PER_NUMBER_AND_HOUR = 1;
/** Factor between the budget of all senders to one recipient and that of one sender. */
export const SENDERS_PER_RECIPIENT = 4;
/** The share of the text messages of the installation that codes of registrations may use: of a day, and within one hour. */
export const REGISTRATION_SMS_SHARE = 0.5;
export const REGISTRATION_SMS_SHARE_OF_HOUR = 0.1;
/** The part of the reserve that only emergencies may use. */
export const EMERGENCY_SHARE_OF_RESERVE = 0.25;
/** Critical alarms and escalations, beside these: of one organisation, and of one organisation to one recipient. */
export const URGENT_MAILS_PER_SENDER = 300;
export const URGENT_SMS_PARTS_PER_SENDER = 60;
export const URGENT_MAILS_PER_RECIPIENT_AND_HOUR = 30;
export const URGENT_SMS_PARTS_PER_RECIPIENT_AND_HOUR = 6;
/** Messages of scenarios, beside all others: of one organisation, and of one whom administrators permit to text any number. */
export const SCENARIO_MAILS_PER_SENDER = 1_000;
export const SCENARIO_SMS_PARTS_PER_SENDER = 100;
export const SCENARIO_PER_PERMITTED_SENDER = 10_000;
/** Of one organisation to one recipient, in parts. */
export const SCENARIO_PER_RECIPIENT_AND_HOUR = 30;
/** The part of the reserve of codes and emergencies that these may use. */
export const URGENT_SHARE_OF_RESERVE = 0.5;
/** Questions to people whether they want messages: of one sender, and of one sender to one person. */
export const CONFIRMATIONS_PER_SENDER = 30;
export const CONFIRMATIONS_PER_PERMITTED_SENDER = 5_000;
export const CONFIRMATIONS_PER_RECIPIENT = 2;
/** The share of the installation's budget that only codes and emergencies may use. */
export const RESERVED_SHARE = 0.1;
export const CONFIRMATION_LINK_TTL_MS = 7 * 24 * 3_600_000;
