/** Limits, sizes and times of the contract, each with its unit in the name. */

export const PAGE_SIZES = [4, 8, 12, 16, 20, 24, 32, 48] as const;
export const DEFAULT_PAGE_SIZE = 8;
export const MAX_PAGE_SIZE = 500;

export const DEVICE_PASS_MAX = 10;
export const NOTE_MAX = 2000;
/** Ours: so many serial numbers can one person claim for devices that nobody has ever seen. */
export const WAITING_DEVICES_MAX = 500;
/** Ours: so many devices can one person claim without their pass. */
export const DEVICE_CLAIMS_MAX = 20;

export const VOLUME_MIN = 0;
export const VOLUME_MAX = 100;
export const VOLUME_STEP = 10;

export const CPU_WARNING_PERCENT = 80;
export const MEMORY_WARNING_PERCENT = 90;
export const DISK_WARNING_PERCENT = 85;
/** Ours: small boards slow themselves down from 80 °C. */
export const TEMPERATURE_WARNING_CELSIUS = 75;

export const METRICS_LIST_LIMIT = 5;
export const STATISTICS_WINDOW_HOURS = 24;

/** How long the console waits for the answer to a REST call. */
export const REQUEST_TIMEOUT_MS = 15_000;
export const CONFIG_TIMEOUT_MS = 10_000;
export const COMMAND_TIMEOUT_MS = 15_000;
export const RESULT_POLL_INTERVAL_MS = 1_000;
export const RESULT_POLL_ATTEMPTS = 10;

/** A device that says nothing for this long is marked offline; see MQTT-5. */
export const PRESENCE_TIMEOUT_MS = 90_000;

/** Largest MQTT packet the broker takes from anybody, in bytes. */
export const MAX_PACKET_BYTES = 256 * 1024;

/** Devices keep unacknowledged metrics for a day, and no more than so many records. */
export const JOURNAL_MAX_AGE_MS = 24 * 3_600_000;
export const JOURNAL_MAX_RECORDS = 20_000;
