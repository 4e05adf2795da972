import { loadAllTexts } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';

// Parts of the sign-in whose code is not part of the first load: most sign-ins need none of them.

type SetupProps = { setupKey: string; password: string; onDone: () => void; onBack: () => void };

/** Its texts are loaded with it, since few people see it, and once. */
export const SetupAtSignIn = lazyPart<SetupProps>({
  load: async () => {
    const [part] = await Promise.all([import('../two-factor/index.ts'), loadAllTexts()]);
    return part.SetupAtSignIn;
  },
  Waiting: () => null,
});

/** The second step. */
export const TwoFactorForm = lazyPart({
  load: async () => (await import('./two-factor-form.tsx')).TwoFactorForm,
  Waiting: () => null,
});

export const UnlockOffer = lazyPart({
  load: async () => (await import('./unlock-offer.tsx')).UnlockOffer,
  Waiting: () => null,
});

/** Where it cannot be loaded, the rest of the page works. */
export const SignOnOffers = lazyPart({
  load: async () => (await import('./sign-on-offers.tsx')).SignOnOffers,
  Waiting: () => null,
  Failed: () => null,
});

export const SignOnProblem = lazyPart({
  load: async () => {
    const [part] = await Promise.all([import('./sign-on-problem.tsx'), loadAllTexts()]);
    return part.SignOnProblem;
  },
  Waiting: () => null,
});
