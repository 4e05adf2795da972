import { type Audio, audioHttp, audioSchema } from '@belfry/schemas/http/library/audio';
import { LIBRARY_NAME_MAX } from '@belfry/schemas/http/library/library';
import { checkAnswer } from '../../lib/api/answer-check.ts';
import { uploadFile } from '../../lib/api/upload-file.ts';

/** Adds a file to the library, under its name without the ending; `onProgress` as for `uploadFile`, which also says how it rejects. */
export async function uploadAudio(file: File, onProgress: (share: number) => void): Promise<Audio> {
  const upload = { fields: { name: nameOf(file) }, file, type: 'application/octet-stream', onProgress };
  const checked = checkAnswer(audioSchema, await uploadFile(audioHttp.upload, upload));
  if (!('value' in checked)) throw new Error('');
  return checked.value;
}

const nameOf = ({ name }: File): string =>
  name
    .replace(/\.[^.]+$/, '')
    .slice(0, LIBRARY_NAME_MAX)
    .trim() || 'Audio';
