import { lazyPart } from '../../../ui/states/lazy-part.tsx';

type SetupProps = { setupKey: string; password: string; onDone: () => void; onBack: () => void };

/** The setup of a second factor, which few people see at a sign-in, and once. */
export const SetupAtSignIn = lazyPart<SetupProps>({
  load: async () => (await import('../two-factor/index.ts')).SetupAtSignIn,
  Waiting: () => null,
});
