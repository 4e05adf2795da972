import { SIGN_ON_PROBLEMS } from '@belfry/schemas/http/single-sign-on/sign-on';
import { useTranslation } from '../../../lib/translation.ts';
import { Notice } from '../../../ui/states/notice.tsx';

/** Why a sign-in with an identity provider has failed, as the address of the sign-in page says it; nothing for a word that is unknown. */
export function SignOnProblem({ problem }: { problem: string }) {
  const { t } = useTranslation('single-sign-on');
  const known = SIGN_ON_PROBLEMS.find((each) => each === problem);
  return known && <Notice tone="error">{t(`sign_in_problem.${known}`)}</Notice>;
}
