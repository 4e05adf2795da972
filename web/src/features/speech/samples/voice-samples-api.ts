import { sampleUrlAnswerSchema } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { reading } from '../../../lib/api/call.ts';
import type { SampleAnswer } from './load-sample.ts';

/** A sample without a source has no URL. */
const linkSchema = z.object({ sample_url: sampleUrlAnswerSchema.shape.sample_url.or(z.literal('')).nullable() });
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Audio, or JSON with its URL; for an error its body. */
export async function readSample(response: Response): Promise<unknown> {
  const isAudio = response.headers.get('Content-Type')?.startsWith('audio/') ?? false;
  if (!response.ok || !isAudio) return parsed(await response.text());
  const bytes = await response.blob();
  return { kind: 'file', url: bytes.size > 0 ? URL.createObjectURL(bytes) : '' } satisfies SampleAnswer;
}

const isFile = (answer: unknown): answer is SampleAnswer =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'file';

/** Reads an answer: an empty file and an HTML page cannot be played. */
export function toSampleAnswer(answer: unknown): SampleAnswer {
  if (isFile(answer)) return answer.kind === 'file' && answer.url === '' ? { kind: 'unplayable' } : answer;
  const link = linkSchema.safeParse(answer);
  return link.success ? { kind: 'link', url: link.data.sample_url ?? '' } : { kind: 'unplayable' };
}

/** Paths below the API base. Mutations, because audio is not cached in the store: the caller gets an object URL to revoke. */
export const voiceSamplesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET of a file, or of a route that returns one or its URL. */
    fetchSample: build.mutation(
      reading(
        { query: (url: string) => ({ url, responseHandler: readSample }) },
        z.unknown().transform(toSampleAnswer),
      ),
    ),
    /** HEAD of a file: whether it exists. */
    probeSample: build.mutation(
      reading({ query: (url: string) => ({ url, method: 'HEAD', responseHandler: async () => null }) }, z.null()),
    ),
  }),
});
