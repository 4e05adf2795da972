import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { VOICE_PACK_BYTES_MAX } from '@belfry/schemas/domain/limits';
import { PACK_FILES_MAX, packFacts, packFileSchema, packLicenceSchema } from '@belfry/schemas/http/speech/voice-packs';
import { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import { asError } from '../../../errors.ts';

const BUILT_IN = new URL('./catalogue.json', import.meta.url);
const FETCH_TIMEOUT_MS = 20_000;
const CATALOGUE_BYTES_MAX = 5 * 1_024 * 1_024;
/** After a failure the catalogue is not asked for again for this time: the page is polled. */
const RETRY_MS = 30_000;
const VOICES_MAX = 500;

const webAddress = z.url({ protocol: /^https?$/ }).max(1_000);
const commit = z.string().regex(/^[0-9a-f]{40}$/, 'a commit has 40 hexadecimal digits');
const fileSchema = packFileSchema.extend({
  /** Absolute, or relative to the catalogue. */
  url: z.string().min(1).max(1_000),
});

const voiceSchema = z
  .strictObject({
    ...packFacts,
    licence: packLicenceSchema.shape.id,
    note: z.string().min(1).max(600).nullable().default(null),
    commit,
    sample: webAddress.nullable().default(null),
    files: z.array(fileSchema).min(1).max(PACK_FILES_MAX),
  })
  .refine((voice) => sizeOf(voice.files) <= VOICE_PACK_BYTES_MAX, 'the files are too large together')
  .refine((voice) => voice.files.every(({ url }) => url.includes(voice.commit)), 'an address without the commit');
export type CatalogueVoice = z.output<typeof voiceSchema>;

const catalogueSchema = z
  .strictObject({
    about: z.string().optional(),
    /** Only licences that permit commercial use of what the voice speaks. */
    licences: z.array(packLicenceSchema.extend({ commercial: z.literal(true) })).max(20),
    voices: z.array(voiceSchema).max(VOICES_MAX),
  })
  .refine(({ licences, voices }) => {
    const ids = new Set(licences.map(({ id }) => id));
    return voices.every(({ licence }) => ids.has(licence));
  }, 'a voice names a licence that is not there');
export type Catalogue = z.output<typeof catalogueSchema>;

export const sizeOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

type Found = { catalogue: Catalogue; problem: string | null };
/** Reads the catalogue; one that cannot be read is empty, and the problem says why. */
export type ReadCatalogue = () => Promise<Found>;

type Settings = Pick<Config, 'VOICE_CATALOGUE_URL' | 'VOICE_CATALOGUE_SHA256'>;

/**
 * The catalogue of the product, or that of the operator: a JSON file which must have the SHA-256 of the settings, so that whoever serves it
 * can change nothing. It is read once; a failure is repeated half a minute later.
 */
export function createCatalogue(settings: Settings): ReadCatalogue {
  let cache: { found: Promise<Found>; until: number } | null = null;
  const read = async (): Promise<Found> => {
    try {
      return { catalogue: parse(await load(settings), settings.VOICE_CATALOGUE_URL), problem: null };
    } catch (error) {
      if (cache) cache.until = Date.now() + RETRY_MS;
      return { catalogue: { licences: [], voices: [] }, problem: asError(error).message.slice(0, 500) };
    }
  };
  return () => {
    if (!cache || cache.until < Date.now()) cache = { found: read(), until: Infinity };
    return cache.found;
  };
}

async function load({ VOICE_CATALOGUE_URL: url, VOICE_CATALOGUE_SHA256: sha256 }: Settings): Promise<string> {
  if (url === undefined) return readFile(BUILT_IN, 'utf8');
  if (sha256 === undefined)
    throw new Error('VOICE_CATALOGUE_SHA256 is not set, which pins the content of the catalogue');
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the server answered ${response.status} for the catalogue`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > CATALOGUE_BYTES_MAX) throw new Error('the catalogue has more than 5 MB');
    pieces.push(piece);
  }
  const content = Buffer.concat(pieces);
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error('the catalogue differs from VOICE_CATALOGUE_SHA256');
  return content.toString('utf8');
}

/** Throws an Error that names the first field which is wrong. */
function parse(text: string, base: string | undefined): Catalogue {
  const parsed = catalogueSchema.safeParse(JSON.parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`the catalogue is damaged at ${issue?.path.join('.')}: ${issue?.message}`);
  }
  for (const { files } of parsed.data.voices)
    for (const file of files) file.url = webAddress.parse(new URL(file.url, base).href);
  return parsed.data;
}
