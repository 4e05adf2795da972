import { z } from 'zod';
import {
  ALERT_CERTAINTIES,
  ALERT_SEVERITIES,
  ALERT_URGENCIES,
  alertCertaintySchema,
  alertSeveritySchema,
  alertUrgencySchema,
} from '../domain/alerts.ts';
import { idSchema, idTextSchema } from '../domain/ids.ts';
import { endpoint } from './endpoint.ts';
import { pageFields } from './paging.ts';
import { firingStateSchema } from '../domain/firings.ts';

/** Public alerts, as what starts a trigger: feeds of CAP 1.2, and what was decided about each alert. */

export const ALERT_FEEDS_MAX = 10;
/** A feed that is read this much too late is an alarm of its node. */
export const ALERT_FEED_LATE_S = 60;
export const FEED_URL_MAX = 500;
export const FEED_INTERVAL_S = { min: 60, max: 3_600, default: 300 };
export const FEED_WORDS_MAX = 50;
export const FEED_WORD_MAX = 100;
export const FEED_HOSTS_MAX = 5;
/** The largest document, in bytes, and how many new entries of a feed are read at once; the next reading goes on. */
export const FEED_DOCUMENT_BYTES = 512 * 1_024;
export const FEED_ENTRIES_MAX = 200;
const ALERTS_PAGE = 24;

const words = (about: string) =>
  z
    .array(z.string().trim().min(1).max(FEED_WORD_MAX))
    .max(FEED_WORDS_MAX)
    .describe(`${about}; none stands for all. An asterisk at the end stands for any ending`);
const filterFields = {
  events: words('names or codes of events, in any case, such as `Tornado Warning` or `TOR`'),
  severities: z.array(alertSeveritySchema).max(ALERT_SEVERITIES.length).describe('none stands for all'),
  urgencies: z.array(alertUrgencySchema).max(ALERT_URGENCIES.length).describe('none stands for all'),
  certainties: z.array(alertCertaintySchema).max(ALERT_CERTAINTIES.length).describe('none stands for all'),
  geocodes: words('codes of areas, such as `039173`, or with their kind `SAME=039173`'),
  near: z
    .boolean()
    .describe(
      'the polygon or circle of the area has the coordinates of the node or of one below it; with geocodes, one of both suffices',
    ),
};
export const alertFilterSchema = z.strictObject({
  events: filterFields.events.default([]),
  severities: filterFields.severities.default([]),
  urgencies: filterFields.urgencies.default([]),
  certainties: filterFields.certainties.default([]),
  geocodes: filterFields.geocodes.default([]),
  near: filterFields.near.default(false),
});
const storedFilterSchema = z.strictObject(filterFields);
export type AlertFilter = z.infer<typeof storedFilterSchema>;

const urlSchema = z
  .string()
  .trim()
  .max(FEED_URL_MAX)
  .regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i, 'Expected an address that begins with https://')
  .refine((text) => URL.canParse(text), 'Expected an address such as https://alerts.example.org/feed');
const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/, 'Expected the name of a server, such as alerts.example.org');
const feedFields = {
  type: z.literal('alert_feed'),
  url: urlSchema.describe('of an Atom or RSS feed, or of one CAP document'),
};
const intervalSchema = z.int().min(FEED_INTERVAL_S.min).max(FEED_INTERVAL_S.max);
const hostsSchema = z
  .array(hostSchema)
  .max(FEED_HOSTS_MAX)
  .describe('further servers from which the documents of the feed are read; its own and those below it always are');
const endsSchema = z
  .boolean()
  .describe('a Cancel, or an all clear of the sender, ends the emergency that its alert has started');
export const alertFeedSourceSchema = z.strictObject({
  ...feedFields,
  every_s: intervalSchema.default(FEED_INTERVAL_S.default).describe('how often it is read, in seconds'),
  hosts: hostsSchema.default([]),
  filter: alertFilterSchema.prefault({}),
  ends: endsSchema.default(false),
});
/** In answers, where nothing is absent. */
export const storedAlertFeedSourceSchema = z.strictObject({
  ...feedFields,
  every_s: intervalSchema,
  hosts: hostsSchema,
  filter: storedFilterSchema,
  ends: endsSchema,
});
export type AlertFeedSource = z.infer<typeof storedAlertFeedSourceSchema>;

export const feedStateSchema = z
  .strictObject({
    last_read_at: z.iso.datetime().nullable().describe('when it was last read without a failure'),
    failing_since: z.iso.datetime().nullable(),
    last_error: z.string().nullable().describe('why it could not be read, or not all of its documents'),
    has_more: z
      .boolean()
      .describe(`more than ${FEED_ENTRIES_MAX} of its entries were new; the others are read within the next minutes`),
    invalid_today: z.int().describe('alerts of the last 24 hours that could not be read; the history names them'),
  })
  .meta({ id: 'AlertFeedState' });

/**
 * started, drill: the trigger was started; repeated: an update of what was started before, not more severe; ended: what its alert has started was
 * ended or withdrawn; filtered, expired, superseded, cancelled: the alert itself starts nothing for that reason; before: it was sent before the
 * trigger was turned on; ignored: a message that never starts anything; invalid: no valid CAP 1.2.
 */
export const ALERT_DECISIONS = [
  'started',
  'drill',
  'repeated',
  'ended',
  'filtered',
  'expired',
  'superseded',
  'cancelled',
  'before',
  'ignored',
  'invalid',
] as const;
export const alertDecisionSchema = z.enum(ALERT_DECISIONS).meta({ id: 'AlertDecision' });
export type AlertDecision = z.infer<typeof alertDecisionSchema>;
/** Reasons for which an alert was filtered or ignored, or has ended nothing. */
export const ALERT_REASONS = [
  'event',
  'severity',
  'urgency',
  'certainty',
  'geocode',
  'area',
  'no_coordinates',
  'scope',
  'status',
  'message_type',
  'all_clear',
  'nothing_started',
  'not_asked',
] as const;
export const alertReasonSchema = z.enum(ALERT_REASONS).meta({ id: 'AlertReason' });
export type AlertReason = z.infer<typeof alertReasonSchema>;

const shownFields = {
  identifier: z
    .string()
    .nullable()
    .describe('of the sender; of what is no valid CAP the identifier, title or address, as far as it has one'),
  sender: z.string().nullable(),
  sent: z.iso.datetime().nullable(),
  message_type: z.string().nullable(),
  status: z.string().nullable(),
  event: z.string().nullable(),
  headline: z.string().nullable(),
  severity: z.string().nullable(),
  area: z.string().nullable(),
  expires: z.iso.datetime().nullable(),
  decision: alertDecisionSchema,
  reason: alertReasonSchema.nullable(),
  detail: z.string().nullable().describe('what is not valid, or what was repaired, in English'),
};
export const feedAlertSchema = z
  .strictObject({
    decision_id: z.int(),
    ...shownFields,
    at: z.iso.datetime().describe('when it was decided'),
    firing_id: z.int().nullable(),
    firing_state: firingStateSchema.nullable(),
    run_id: z.uuid().nullable(),
  })
  .meta({ id: 'FeedAlert' });
export type FeedAlert = z.infer<typeof feedAlertSchema>;

export const previewFeedBodySchema = z
  .strictObject({ company_id: idSchema, source: alertFeedSourceSchema })
  .meta({ id: 'PreviewAlertFeedBody' });
export type PreviewFeedBody = z.output<typeof previewFeedBodySchema>;
export const feedPreviewSchema = z
  .strictObject({
    alerts: z.array(z.strictObject(shownFields)).max(FEED_ENTRIES_MAX),
    has_more: z.boolean(),
    error: z.string().nullable().describe('why it could not be read, or not all of its documents'),
    coordinates: z.int().describe('how many nodes there have coordinates, of those that are looked at'),
  })
  .meta({ id: 'AlertFeedPreview' });
export type FeedPreview = z.infer<typeof feedPreviewSchema>;

export const alertFeedsHttp = {
  preview: endpoint({
    method: 'post',
    path: '/triggers/alerts/preview',
    summary: 'Read a feed of public alerts now, and say what each of its alerts would do',
    description: 'Nothing is stored or started. Alerts that were sent before now are looked at as if they were new.',
    body: previewFeedBodySchema,
    answer: feedPreviewSchema,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  alerts: endpoint({
    method: 'get',
    path: '/triggers/{id}/alerts',
    summary: 'The alerts of the feed of a trigger with what was decided about each, the newest first',
    params: z.object({ id: idTextSchema }),
    query: z.object(pageFields(ALERTS_PAGE)),
    answer: z.array(feedAlertSchema),
    headers: { 'X-Total-Count': 'the number of all, counted up to 10,000' },
    errors: ['not_found'],
  }),
};
