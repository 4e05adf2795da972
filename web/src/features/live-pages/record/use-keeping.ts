import { audioSchema, type Audio } from '@belfry/schemas/http/library/audio';
import { recordingsHttp } from '@belfry/schemas/http/live-pages/recordings';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { checkAnswer } from '../../../lib/api/answer-check.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { uploadFile } from '../../../lib/api/upload-file.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { wavOf } from '../audio/pcm.ts';

/** What happens to a recording on its way into the library. */
type Keeping = { step: 'none' } | { step: 'uploading'; share: number } | { step: 'failed'; message: string };

type Made = { name: string; samples: Int16Array };

export function useKeeping() {
  const { t } = useTranslation('live-pages');
  const dispatch = useDispatch();
  const [keeping, setKeeping] = useState<Keeping>({ step: 'none' });
  return {
    keeping,
    /** @returns the audio in the library; null where that failed */
    keep: async ({ name, samples }: Made): Promise<Audio | null> => {
      setKeeping({ step: 'uploading', share: 0 });
      try {
        const file = wavOf(samples);
        const audio = await sendRecording({ name, file }, (share) => setKeeping({ step: 'uploading', share }));
        setKeeping({ step: 'none' });
        return audio;
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        setKeeping({ step: 'failed', message: reason || t('record.not_kept') });
        return null;
      } finally {
        dispatch(baseApi.util.invalidateTags(['Library']));
      }
    },
    reset: (): void => setKeeping({ step: 'none' }),
  };
}

/**
 * Adds a recording to the library, with the progress of its bytes (0 to 1). Rejects with an Error whose message is the server's reason,
 * empty without one.
 */
async function sendRecording(
  { name, file }: { name: string; file: Blob },
  onProgress: (share: number) => void,
): Promise<Audio> {
  const answer = await uploadFile(recordingsHttp.create, { fields: { name }, file, type: file.type, onProgress });
  const checked = checkAnswer(audioSchema, answer);
  if (!('value' in checked)) throw new Error('');
  return checked.value;
}
