import { z } from 'zod';
import { chimeSchema, prioritySchema } from '../../domain/announcements.ts';
import { serialSchema } from '../../domain/serial.ts';
import { targetsSchema } from '../../domain/targets.ts';
import { PAGE_FRAME_MS } from '../../mqtt/page-frames.ts';
import { endpoint } from '../endpoint.ts';

/** The titles of the runs of pages; see `untypedSchema`. */
export const PAGE_TITLES = { live: 'Live page', recording: 'Recording of a live page' } as const;

/** The longest page; a device and the api end it then, whatever comes. */
export const PAGE_MAX_MS = 120_000;
/** A page without frames ends after this time. */
export const PAGE_SILENCE_MS = 1_500;
/** Longest wait for busy places. */
export const PAGE_WAIT_MAX_S = 60;
/** Recordings reach those who missed the page for this time after it. */
export const PAGE_AFTERWARDS_MS = 600_000;
/** Above this number of devices the frames go by one HTTP stream per device; see `path` of the answer. */
export const PAGE_MQTT_DEVICES_MAX = 200;
/** Above this number what is said is recorded first and then sent. */
export const PAGE_LIVE_DEVICES_MAX = 1_000;
/** Places that the state of a page names; it counts all. */
export const PAGE_PLACES_MAX = 200;
/** What is kept of the pages of an organisation: some 5,000 minutes at 24 kbit/s. */
export const PAGE_RECORDINGS_MAX_BYTES = 1024 ** 3;
export const PAGES_PER_ORGANISATION_MAX = 4;
export const PAGES_MAX = 20;
export const PAGES_PER_HOUR_MAX = 30;

/** What happens at places where something else is heard that a page may not interrupt, or that asks to be left alone. */
export const BUSY_CHOICES = ['interrupt', 'wait', 'skip', 'afterwards'] as const;
export const busyChoiceSchema = z.enum(BUSY_CHOICES).meta({ id: 'PageBusyChoice' });
export type BusyChoice = z.infer<typeof busyChoiceSchema>;

/** How the frames reach the devices: live over MQTT, live over an HTTP stream, or as a recording after the end. */
export const PAGE_PATHS = ['mqtt', 'http', 'record'] as const;
export const pagePathSchema = z.enum(PAGE_PATHS).meta({ id: 'PagePath' });
export type PagePath = z.infer<typeof pagePathSchema>;

export const pageBodySchema = z
  .strictObject({
    targets: targetsSchema,
    priority: prioritySchema.exclude(['music', 'scheduled']).default('say_now'),
    chime: chimeSchema.default('ding_dong'),
    busy: busyChoiceSchema.default('interrupt'),
    wait_s: z.int().min(1).max(PAGE_WAIT_MAX_S).default(10).describe('of `wait`'),
  })
  .meta({ id: 'PageBody' });
export type PageBody = z.output<typeof pageBodySchema>;

/** 201 of POST /pages. `audio_url` has a token that opens one socket, once, within 30 s. */
export const pageAnswerSchema = z
  .strictObject({
    page_id: z.uuid(),
    run_id: z.uuid(),
    devices: z.int(),
    offline: z.int().describe('of these'),
    old: z.int().describe('of these, online with firmware that knows no pages: they get the recording afterwards'),
    path: pagePathSchema,
    codec: z.literal('opus'),
    frame_ms: z.literal(PAGE_FRAME_MS),
    speak_after_ms: z.int().min(0).describe('from this answer on, until the chime is over and people may speak'),
    audio_url: z.string().describe('a path of the api, for a WebSocket; binary frames'),
  })
  .meta({ id: 'PageAnswer' });
export type PageAnswer = z.infer<typeof pageAnswerSchema>;

/** What a device does with the page. `late`: it has joined in the middle. */
export const PAGE_DEVICE_STATES = ['invited', 'ready', 'speaking', 'late', 'busy', 'offline', 'old', 'ended'] as const;
export const pageDeviceStateSchema = z.enum(PAGE_DEVICE_STATES).meta({ id: 'PageDeviceState' });
export type PageDeviceState = z.infer<typeof pageDeviceStateSchema>;

export const PAGE_STATES = ['opening', 'live', 'ended'] as const;
export const PAGE_ENDS = ['closed', 'silence', 'limit', 'socket', 'rights', 'broker', 'restarted'] as const;
export const pageEndSchema = z.enum(PAGE_ENDS).meta({ id: 'PageEnd' });
export type PageEnd = z.infer<typeof pageEndSchema>;

/** GET /pages/{page_id}, and what the socket sends as JSON text each time that it changes, at most four times a second. */
export const pageStateSchema = z
  .strictObject({
    page_id: z.uuid(),
    run_id: z.uuid(),
    state: z.enum(PAGE_STATES),
    path: pagePathSchema,
    ended_by: pageEndSchema.nullable(),
    remaining_ms: z.int().describe('until it ends by itself'),
    counts: z.partialRecord(pageDeviceStateSchema, z.int()),
    places: z
      .array(z.strictObject({ serial: serialSchema, place: z.string(), state: pageDeviceStateSchema }))
      .max(PAGE_PLACES_MAX)
      .describe('the first by name; those that get the recording after the others'),
  })
  .meta({ id: 'PageState' });
export type PageState = z.infer<typeof pageStateSchema>;

export const pageSettingsSchema = z
  .strictObject({
    available: z.boolean().describe('false: the message broker is away, so that nobody would hear it'),
    recording_days: z.int().describe('for how long what is said is kept; 0: not at all'),
    recording_room: z
      .boolean()
      .describe('false: no room for another one in the organisation of the caller, so that it is heard and not kept'),
  })
  .meta({ id: 'PageSettings' });
export type PageSettings = z.infer<typeof pageSettingsSchema>;

export const pageParamsSchema = z.object({ page_id: z.uuid() });

export const livePagesHttp = {
  open: endpoint({
    method: 'post',
    path: '/pages',
    summary: 'Open a live page to these places',
    description:
      'The devices are told at once; people speak when the socket says that places are ready. The end of the socket ends the page. ' +
      'Receipts and proof of play are those of the run.',
    body: pageBodySchema,
    answer: pageAnswerSchema,
    status: 201,
    errors: ['forbidden', 'not_found', 'conflict', 'unprocessable', 'rate_limited', 'broker_unavailable'],
  }),
  settings: endpoint({
    method: 'get',
    path: '/pages',
    summary: 'Whether live pages are possible now, and how long they are kept',
    answer: pageSettingsSchema,
  }),
  read: endpoint({
    method: 'get',
    path: '/pages/{page_id}',
    summary: 'A live page, with what each place does',
    params: pageParamsSchema,
    answer: pageStateSchema,
    errors: ['not_found'],
  }),
  close: endpoint({
    method: 'delete',
    path: '/pages/{page_id}',
    summary: 'End a live page',
    params: pageParamsSchema,
    answer: pageStateSchema,
    errors: ['forbidden', 'not_found'],
  }),
  stream: endpoint({
    method: 'get',
    path: '/pages/{page_id}/stream',
    summary: 'The frames of a live page, for a device that is invited to hear them by HTTP',
    description:
      'An endless answer until the page ends: each frame as over MQTT, after its length as a big-endian number of 16 bits. It begins with the ' +
      'frames that come from now on.',
    params: pageParamsSchema,
    answer: z.file().mime('application/octet-stream'),
    errors: ['not_found', 'conflict'],
  }),
};
