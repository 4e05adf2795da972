import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { useSelector } from 'react-redux';
import { z } from 'zod';
import { selectSession } from '../../lib/session/session-slice.ts';
import { LOCAL_KEYS, readLocal, writeLocal } from '../../lib/storage.ts';

const KEPT = 5;
const recentSchema = z.array(z.string().min(1).max(SPOKEN_TEXT_MAX)).max(KEPT);

/** The sentences that this person has said from this browser, the last first, and how one is added. */
export function useRecentTexts(): { recent: readonly string[]; remember: (text: string) => void } {
  const session = useSelector(selectSession);
  const name = `${LOCAL_KEYS.recentTexts}:${session?.user_id ?? 0}`;
  const recent = (session && readLocal(name, recentSchema)) ?? [];
  const remember = (text: string): void => {
    if (session) writeLocal(name, [text, ...recent.filter((one) => one !== text)].slice(0, KEPT));
  };
  return { recent, remember };
}
