import { useTranslation } from '../lib/translation.ts';
import { toastWithUndo } from './toast-with-undo.tsx';
import { useAct } from './use-act.ts';

type Call = () => PromiseLike<{ data?: unknown; error?: unknown }>;

/** Settings save by themselves, and each change can be undone for 8 s. What sounds, who gets in, and what destroys has a press of its own instead. */
export function useSave() {
  const { t } = useTranslation('common');
  const { act } = useAct({ parallel: true });
  const failed = t('not_saved');
  return async (save: Call, undo: Call): Promise<void> => {
    if ((await act(save, { failed })) !== undefined) toastWithUndo(t('saved'), () => void act(undo, { failed }));
  };
}
