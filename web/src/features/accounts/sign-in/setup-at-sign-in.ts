import { loadAllTexts } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';

type Props = { setupKey: string; password: string; onDone: () => void; onBack: () => void };

/** Its code and its texts are not part of the first load, since few people see it, and once. */
export const SetupAtSignIn = lazyPart<Props>({
  load: async () => {
    const [part] = await Promise.all([import('../two-factor/index.ts'), loadAllTexts()]);
    return part.SetupAtSignIn;
  },
  Waiting: () => null,
});
