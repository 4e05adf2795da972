import { read, type Reader } from '@belfry/schemas/json/reader';
import { SpeechError } from '../../errors.ts';
import { sign } from 'node:crypto';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import type { GoogleCredentials } from '../../config/speech.ts';
import { type ProviderVoice, type SpeechProvider } from './provider.ts';

const TIMEOUT_MS = 12_000;
/** The maximum of one request. */
const MAX_TEXT_BYTES = 5_000;
/** GET /v1/voices. An empty list is invalid, because it would empty the catalogue. */
const voicesSchema = z.object({
  voices: z
    .array(
      z.object({
        name: z.string(),
        languageCodes: z.array(z.string()).min(1),
        ssmlGender: z.enum(['MALE', 'FEMALE', 'NEUTRAL']).catch('NEUTRAL').default('NEUTRAL'),
      }),
    )
    .min(1),
});

const speechSchema = z.object({ audioContent: z.base64().min(1) });

export function createGoogle({ credentials, url }: { credentials: GoogleCredentials; url: string }): SpeechProvider {
  const tokenOf = createTokenSource(credentials, new URL('/', url).href);
  const stopping = new AbortController();

  const call = async <T>(path: string, schema: Reader<T>, body?: object): Promise<T> => {
    const response = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${tokenOf()}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((cause: unknown) => {
      throw new SpeechError(reasonText('provider_away'), { cause });
    });
    if (!response.ok) throw await refusal(response);
    return parseAnswer(response, schema);
  };

  return {
    async listVoices() {
      const { voices } = await call('/v1/voices', voicesSchema);
      // Names that are not valid file names are skipped, as are duplicates; Google has none so far.
      const usable = voices.filter(({ name }) => voiceNameSchema.safeParse(name).success);
      return [...new Map(usable.map((voice) => [voice.name, toVoice(voice)])).values()];
    },
    async synthesize({ voice_name: name, language_codes: [languageCode = ''], text }) {
      if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw new SpeechError(reasonText('text_too_long'));
      const { audioContent } = await call('/v1/text:synthesize', speechSchema, {
        input: { text },
        voice: { languageCode, name },
        audioConfig: { audioEncoding: 'MP3' },
      });
      return Buffer.from(audioContent, 'base64');
    },
    stop() {
      stopping.abort();
      return Promise.resolve();
    },
  };
}

const toVoice = ({
  name,
  languageCodes,
  ssmlGender,
}: z.infer<typeof voicesSchema>['voices'][number]): ProviderVoice => ({
  voice_name: name,
  language_codes: languageCodes,
  gender: ssmlGender,
});

/** Google's message is only logged, because it can contain the project and the account. */
async function refusal(response: Response): Promise<SpeechError> {
  const cause = new Error((await response.text().catch(() => '')).slice(0, 500));
  const { status } = response;
  if (status === 401 || status === 403) return new SpeechError(reasonText('provider_credentials'), { cause });
  if (status === 429) return new SpeechError(reasonText('provider_limit'), { cause });
  return new SpeechError(reasonText('provider_refused', { status }), { cause });
}

async function parseAnswer<T>(response: Response, schema: Reader<T>): Promise<T> {
  try {
    return read(schema, await response.json());
  } catch (cause) {
    throw new SpeechError(reasonText('provider_unclear'), { cause });
  }
}

/** The maximum that Google accepts. */
const LIFETIME_S = 3_600;
/** A new token is created this long before the end, so that none expires during a request. */
const MARGIN_S = 300;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A JWT that is signed by the service account itself, which Google's services accept instead of an access token
 * (RS256; https://google.aip.dev/auth/4111).
 * @param audience the service's address with a slash at its end
 */
export function signToken(
  { client_email, private_key, private_key_id }: GoogleCredentials,
  audience: string,
  nowMs: number,
): string {
  const issuedAt = Math.floor(nowMs / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(private_key_id !== undefined && { kid: private_key_id }) };
  const claims = { iss: client_email, sub: client_email, aud: audience, iat: issuedAt, exp: issuedAt + LIFETIME_S };
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), private_key).toString('base64url')}`;
}

export function createTokenSource(
  credentials: GoogleCredentials,
  audience: string,
  now: () => number = Date.now,
): () => string {
  let token = '';
  let renewAt = 0;
  return () => {
    if (now() >= renewAt) {
      token = signToken(credentials, audience, now());
      renewAt = now() + (LIFETIME_S - MARGIN_S) * 1_000;
    }
    return token;
  };
}
