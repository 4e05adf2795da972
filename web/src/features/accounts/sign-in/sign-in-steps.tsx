import type { ReactNode } from 'react';
import { SetupAtSignIn } from './lazy-setup.ts';
import { TwoFactorForm } from './two-factor-form.tsx';
import type { useLogin } from './use-login.ts';

type Props = {
  login: ReturnType<typeof useLogin>;
  /** The first step. */
  children: ReactNode;
};

/** What a sign-in asks for: the password, then the second factor, or its set-up where it is required. */
export function SignInSteps({ login, children }: Props) {
  const { setup, asksCode, restart } = login;
  if (setup)
    return (
      <SetupAtSignIn setupKey={setup.setup_key} password={setup.password} onDone={login.finishSetup} onBack={restart} />
    );
  if (!asksCode) return children;
  return (
    <TwoFactorForm
      methods={login.methods}
      asking={login.askingForPasskey}
      onPasskey={() => void login.askForPasskey()}
      submitting={login.submitting}
      onSubmit={(code) => void login.verify(code)}
      onEmpty={login.fail}
      onEdit={login.forgive}
      onBack={restart}
    />
  );
}
