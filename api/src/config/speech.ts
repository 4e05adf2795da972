import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { optionalUrl, setting } from './setting.ts';

const CREDENTIALS_MAX = 20_000;

const credentialsSchema = z.object({
  client_email: z.email(),
  private_key: z.string().refine(isPrivateKey),
  private_key_id: z.string().max(200).optional(),
});
export type GoogleCredentials = z.infer<typeof credentialsSchema>;

/** The speech provider. Empty: eSpeak NG, which is part of the product. */
export const speechSettings = {
  SPEECH_ENGINE: setting(
    z.string().default(fileURLToPath(new URL('../../../infra/speech-engine/src/main.ts', import.meta.url))),
  ),
  NEURAL_ENGINE: setting(
    z.string().default(fileURLToPath(new URL('../../../infra/speech-neural/src/main.ts', import.meta.url))),
  ),
  NEURAL_RETRY_S: setting(z.coerce.number().int().min(1).max(3_600).default(60)),
  /** The catalogue of voices that can be installed: a JSON file, and its SHA-256. Empty: that of the product. */
  VOICE_CATALOGUE_URL: optionalUrl(/^https?$/),
  VOICE_CATALOGUE_SHA256: setting(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  ),
  GOOGLE_TTS_URL: setting(z.url({ protocol: /^https?$/ }).default('https://texttospeech.googleapis.com')),
  /** A service account's JSON, or the path of a file with it. */
  GOOGLE_TTS_CREDENTIALS: setting(z.string().max(CREDENTIALS_MAX).transform(readCredentials).optional()),
};

/** The error message contains no part of the value, which holds a private key. */
function readCredentials(value: string, context: z.RefinementCtx): GoogleCredentials {
  const parsed = credentialsSchema.safeParse(parse(value));
  if (parsed.success) return parsed.data;
  context.addIssue({
    code: 'custom',
    message: 'Expected the JSON of a Google service account, or the path of a file that holds it',
  });
  return z.NEVER;
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value.trimStart().startsWith('{') ? value : readFileSync(value, 'utf8'));
  } catch {
    return null;
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
