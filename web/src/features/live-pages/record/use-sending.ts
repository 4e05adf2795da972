import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useTranslation } from '../../../lib/translation.ts';
import type { Chime } from '@belfry/schemas/domain/announcements';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { baseApi } from '../../../lib/api/base-api.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useSayMutation } from '../../announcements/announcements-api.ts';
import { wavOf } from '../audio/pcm.ts';
import { audioSchema, type Audio } from '@belfry/schemas/http/library/audio';
import { recordingsHttp } from '@belfry/schemas/http/live-pages/recordings';
import { checkAnswer } from '../../../lib/api/answer-check.ts';
import { uploadFile } from '../../../lib/api/upload-file.ts';

/** What happens to a recording; `until`: when it is sent unless it is undone. */
export type Sending =
  | { step: 'none' }
  | { step: 'waiting'; until: number }
  | { step: 'uploading'; share: number }
  | { step: 'kept' }
  | { step: 'sent'; runId: string }
  | { step: 'failed'; message: string };

export type Made = { name: string; samples: Int16Array };
type Order = Made & { targets: TargetsInput; chime: Chime; undoSeconds: number };

/** Keeps recordings in the library, and plays them at places after a time in which that can be undone. */
export function useSending() {
  const { t } = useTranslation('live-pages');
  const dispatch = useDispatch();
  const messageOf = useErrorMessage();
  const [say] = useSayMutation();
  const [sending, setSending] = useState<Sending>({ step: 'none' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** @returns the id in the library; null where that failed */
  const upload = async ({ name, samples }: Made): Promise<number | null> => {
    setSending({ step: 'uploading', share: 0 });
    try {
      const file = wavOf(samples);
      const { id } = await sendRecording({ name, file }, (share) => setSending({ step: 'uploading', share }));
      return id;
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      setSending({ step: 'failed', message: reason || t('record.not_kept') });
      return null;
    } finally {
      dispatch(baseApi.util.invalidateTags(['Library']));
    }
  };
  const play = async ({ targets, chime, ...made }: Order): Promise<void> => {
    const audioId = await upload(made);
    if (audioId === null) return;
    const { data, error } = await say({ audio_id: audioId, targets, chime });
    if (data) setSending({ step: 'sent', runId: data.run_id });
    else setSending({ step: 'failed', message: messageOf(error, t('record.not_sent')) });
  };
  return {
    sending,
    /** @returns the id in the library; null where that failed */
    keep: async (made: Made): Promise<number | null> => {
      const id = await upload(made);
      if (id !== null) setSending({ step: 'kept' });
      return id;
    },
    send: (order: Order): void => {
      if (order.undoSeconds === 0) {
        void play(order);
        return;
      }
      const waitMs = order.undoSeconds * 1_000;
      setSending({ step: 'waiting', until: Date.now() + waitMs });
      timer.current = setTimeout(() => void play(order), waitMs);
    },
    reset: (): void => {
      clearTimeout(timer.current);
      setSending({ step: 'none' });
    },
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
