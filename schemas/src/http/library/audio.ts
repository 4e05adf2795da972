import { z } from 'zod';
import { AUDIO_MAX_BYTES, audioFormatSchema } from '../../domain/announcements.ts';
import { sha256Schema } from '../../domain/firmware.ts';
import { idSchema } from '../../domain/ids.ts';
import { networkAddressSchema } from '../../domain/network-address.ts';
import { reasonShape } from '../../domain/reasons.ts';
import { endpoint } from '../endpoint.ts';
import {
  changeCall,
  editRevisionSchema,
  libraryNameSchema,
  listCall,
  newOwnerQuerySchema,
  removeCall,
  resourceCalls,
  revisionTimes,
} from './library.ts';

export const PLAYLIST_ITEMS_MAX = 500;
export const CROSSFADE_MAX_S = 12;
export const NO_REPEAT_MAX = PLAYLIST_ITEMS_MAX - 1;

/** An uploaded file. Its content is at GET /audio/{sha256}. */
export const audioSchema = z
  .strictObject({
    id: z.int(),
    name: libraryNameSchema,
    sha256: sha256Schema,
    format: audioFormatSchema,
    bytes: z.int().min(1).max(AUDIO_MAX_BYTES),
    duration_ms: z.int().min(0),
    title: z.string().nullable(),
    artist: z.string().nullable(),
    peaks: z.array(z.number()).max(400).describe('the waveform: 0 to 1, of equal parts'),
    loudness_lufs: z
      .number()
      .nullable()
      .describe('integrated loudness by EBU R 128; null: silent, or not measured yet'),
    peak_dbtp: z.number().nullable().describe('true peak; null as for the loudness'),
    ...revisionTimes,
  })
  .meta({ id: 'Audio' });
export type Audio = z.infer<typeof audioSchema>;
export const audioPatchSchema = z
  .strictObject({ name: libraryNameSchema, revision: editRevisionSchema })
  .partial()
  .meta({ id: 'AudioPatch' });
export const audioParamsSchema = z.object({ sha256: sha256Schema });
export const audioContentSchema = z.file().mime(['audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/wav']);

export const uploadAudioQuerySchema = z.object({ name: libraryNameSchema, ...newOwnerQuerySchema.shape });
export const audioLinkSchema = z
  .strictObject({ url: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'AudioLink' });
export const audioLinkQuerySchema = z.object({ ticket: z.string().min(1).max(400) });

/** How a device plays it; see LIB-20 and LIB-21. */
const playlistFields = {
  shuffle: z.boolean(),
  crossfade_s: z
    .int()
    .min(0)
    .max(CROSSFADE_MAX_S)
    .describe('seconds for which the end of a track and the beginning of the next one are heard together'),
  no_repeat: z
    .int()
    .min(0)
    .max(NO_REPEAT_MAX)
    .nullable()
    .describe('shuffled: so many other tracks are heard before one is heard again; null: all, in one order'),
};
const audioIds = z.array(idSchema).max(PLAYLIST_ITEMS_MAX).describe('ids of audio, in order');
export const playlistBodySchema = z
  .strictObject({
    name: libraryNameSchema,
    audio_ids: audioIds.default([]),
    shuffle: playlistFields.shuffle.default(false),
    crossfade_s: playlistFields.crossfade_s.default(0),
    no_repeat: playlistFields.no_repeat.default(null),
  })
  .meta({ id: 'PlaylistBody' });
export const playlistPatchSchema = z
  .strictObject({ name: libraryNameSchema, audio_ids: audioIds, ...playlistFields, revision: editRevisionSchema })
  .partial()
  .meta({ id: 'PlaylistPatch' });
export const playlistSchema = z
  .strictObject({
    id: z.int(),
    name: libraryNameSchema,
    audio_ids: z.array(z.int()),
    ...playlistFields,
    duration_ms: z.int().min(0),
    ...revisionTimes,
  })
  .meta({ id: 'Playlist' });
export type Playlist = z.infer<typeof playlistSchema>;

/** Lists of pieces, which the players of devices do not play. */
export const isHls = (url: string): boolean => /\.m3u8$/i.test(URL.parse(url)?.pathname ?? '');
const streamUrl = networkAddressSchema('stream').refine((url) => !isHls(url), {
  message:
    'This is an HLS stream (.m3u8), which devices do not play. Please enter the address of its MP3, AAC or Ogg stream.',
});
const fallbackPlaylistId = idSchema
  .nullable()
  .describe('a playlist that is heard while the station cannot be heard; see LIB-25');
export const stationBodySchema = z
  .strictObject({ name: libraryNameSchema, url: streamUrl, fallback_playlist_id: fallbackPlaylistId.default(null) })
  .meta({ id: 'StationBody' });
export const stationPatchSchema = z
  .strictObject({
    name: libraryNameSchema,
    url: streamUrl,
    fallback_playlist_id: fallbackPlaylistId,
    revision: editRevisionSchema,
  })
  .partial()
  .meta({ id: 'StationPatch' });
export const stationSchema = z
  .strictObject({
    id: z.int(),
    name: libraryNameSchema,
    url: z.string(),
    fallback_playlist_id: fallbackPlaylistId,
    problem: z
      .strictObject({
        reason: z.string(),
        ...reasonShape,
        devices: z.int().min(1).describe('so many devices of the organisation'),
      })
      .nullish()
      .describe('devices that should play it now cannot hear it, and why by the one that has said so last'),
    ...revisionTimes,
  })
  .meta({ id: 'Station' });
export type Station = z.infer<typeof stationSchema>;

export const audioHttp = {
  list: listCall('/audio', 'audio file', audioSchema),
  upload: endpoint({
    method: 'post',
    path: '/audio',
    summary: 'Upload an audio file',
    description:
      'The body is the file: MP3, OGG (Vorbis or Opus), FLAC or WAV. It is decoded completely before it is listed.',
    query: uploadAudioQuerySchema,
    upload: z.file(),
    answer: audioSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'unprocessable', 'payload_too_large', 'rate_limited', 'files_unavailable'],
  }),
  change: changeCall('/audio', 'audio file', { answer: audioSchema, patch: audioPatchSchema }),
  remove: removeCall('/audio', 'audio file'),
};

export const playlistsHttp = resourceCalls('/playlists', 'playlist', {
  answer: playlistSchema,
  body: playlistBodySchema,
  patch: playlistPatchSchema,
});

export const stationsHttp = resourceCalls('/stations', 'station', {
  answer: stationSchema,
  body: stationBodySchema,
  patch: stationPatchSchema,
});
