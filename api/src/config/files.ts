import { z } from 'zod';
import { optionalText, setting } from './setting.ts';

/** A place of files other than DATA_DIR. `prefix` is empty or ends with a slash. */
export type S3Location = {
  bucket: string;
  prefix: string;
  region: string;
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

const parametersSchema = z.strictObject({
  region: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('us-east-1'),
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
});

/** Reads `s3://bucket/prefix?region=…&endpoint=…`. */
export const s3UrlSchema = z.url({ protocol: /^s3$/ }).transform(readLocation);

export const fileSettings = {
  /** `s3://bucket/prefix?region=…&endpoint=…`. Empty: below DATA_DIR. */
  FILES_URL: setting(s3UrlSchema.optional()),
  /** Both or none; without them the SDK finds credentials as usual: environment, files, instance. */
  FILES_S3_ACCESS_KEY_ID: optionalText(200),
  FILES_S3_SECRET_ACCESS_KEY: optionalText(200),
};

function readLocation(text: string, context: z.RefinementCtx) {
  const url = new URL(text);
  const parameters = parametersSchema.safeParse(Object.fromEntries(url.searchParams));
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  // Credentials in a URL end up in logs and process lists.
  if (parameters.success && url.hostname !== '' && url.username === '' && url.password === '') {
    const { region, endpoint } = parameters.data;
    return {
      bucket: url.hostname,
      prefix: prefix && `${prefix}/`,
      region,
      ...(endpoint !== undefined && { endpoint }),
    };
  }
  context.addIssue({ code: 'custom', message: 'Expected s3://bucket/prefix?region=…&endpoint=… without credentials' });
  return z.NEVER;
}

type Credentials = {
  FILES_S3_ACCESS_KEY_ID?: string | undefined;
  FILES_S3_SECRET_ACCESS_KEY?: string | undefined;
};

export function checkFileSettings(config: Credentials, context: z.RefinementCtx): void {
  if ((config.FILES_S3_ACCESS_KEY_ID === undefined) === (config.FILES_S3_SECRET_ACCESS_KEY === undefined)) return;
  const message = 'FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY are set together';
  context.addIssue({ code: 'custom', path: ['FILES_S3_ACCESS_KEY_ID'], message });
}
