import type { LoginState } from '../../../../lib/session/login-state.ts';
import { TextLink } from '../../../../ui/text-link.tsx';

/** A text whose last sentence, `You can proceed to login.`, is a link to the sign-in page. */
export function LoginHint({ text, login }: { text: string; login: LoginState }) {
  const start = text.lastIndexOf('. ') + 1;
  return (
    <>
      {text.slice(0, start)}{' '}
      <TextLink to="/login" state={login} underline="always">
        {text.slice(start).trim()}
      </TextLink>
    </>
  );
}
