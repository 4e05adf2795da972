import { useAct } from '../../ui/use-act.ts';
import { Alert, Button, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { PublicPage } from '../../ui/public-page.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useAcceptInvitationMutation, useReadInvitationQuery } from './teams-api.ts';

export function InvitationPage() {
  const { t } = useTranslation('teams');
  const [params] = useSearchParams();
  // A link that was cut has an empty one.
  const token = params.get('token') || null;
  const { data, error, isLoading } = useReadInvitationQuery(token ?? skipToken);
  const errorText = useErrorMessage();
  return (
    <PublicPage tab={t('invitation.title')} caption={t('invitation.title')}>
      {isLoading && <LineSkeletons count={2} height={20} />}
      {(token === null || error !== undefined) && (
        <Alert color="warning" role="alert">
          {errorText(error, t('invitation.ended'))}
        </Alert>
      )}
      {data && token !== null && <Content {...data} token={token} />}
    </PublicPage>
  );
}

type ContentProps = {
  token: string;
  email: string;
  company_name: string;
  role: 'viewer' | 'announcer' | 'planner' | 'technician' | 'manager';
  invited_by: string | null;
  has_account: boolean;
};

function Content({ token, email, company_name: name, role, invited_by, has_account }: ContentProps) {
  const { t } = useTranslation('teams');
  const session = useSelector(selectSession);
  const values = { email, name, role: t(`roles.${role}`) };
  return (
    <>
      <Text mb="md">
        {invited_by === null
          ? t('invitation.text_nobody', values)
          : t('invitation.text', { ...values, by: invited_by })}
      </Text>
      {session ? (
        <Accept token={token} name={name} />
      ) : (
        <Button
          component={Link}
          to={has_account ? '/login' : `/register?token=${token}`}
          state={{ from: `/invitation?token=${token}`, email }}
        >
          {t(has_account ? 'invitation.sign_in' : 'invitation.register')}
        </Button>
      )}
    </>
  );
}

function Accept({ token, name }: { token: string; name: string }) {
  const { t } = useTranslation('teams');
  const navigate = useNavigate();
  const [accept, { isLoading }] = useAcceptInvitationMutation();
  const { act, failure } = useAct({ inline: true });
  const send = async (): Promise<void> => {
    const answer = await act(() => accept(token), {
      done: t('invitation.accepted', { name }),
      failed: t('invitation.failed'),
    });
    if (answer === undefined) return;
    await navigate('/navigation');
  };
  return (
    <>
      {failure !== null && (
        <Alert color="error" role="alert" mb="md">
          {failure}
        </Alert>
      )}
      <Button loading={isLoading} onClick={() => void send()}>
        {t('invitation.accept')}
      </Button>
    </>
  );
}
