import { audioSchema, type Audio } from '@belfry/schemas/http/library/audio';
import { recordingsHttp } from '@belfry/schemas/http/live-pages/recordings';
import { checkAnswer } from '../../../lib/api/answer-check.ts';
import { uploadFile } from '../../../lib/api/upload-file.ts';

/**
 * Adds a recording to the library, with the progress of its bytes (0 to 1). Rejects with an Error whose message is the server's reason,
 * empty without one.
 */
export async function sendRecording(
  { name, file }: { name: string; file: Blob },
  onProgress: (share: number) => void,
): Promise<Audio> {
  const answer = await uploadFile(recordingsHttp.create, { fields: { name }, file, type: file.type, onProgress });
  const checked = checkAnswer(audioSchema, answer);
  if (!('value' in checked)) throw new Error('');
  return checked.value;
}
