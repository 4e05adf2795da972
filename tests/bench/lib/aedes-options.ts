/**
 * The options of the bare Aedes that Belfry's broker is compared with. With the default `drainTimeout` of 60 s one subscriber
 * that stops reading would delay all others for a minute; one second bounds that delay.
 */
export const AEDES_OPTIONS = { concurrency: 100_000, drainTimeout: 1_000 };
