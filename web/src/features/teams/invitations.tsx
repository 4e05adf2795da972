import { useAct } from '../../ui/use-act.ts';
import type { MemberInvitation } from '@belfry/schemas/http/teams/members';
import { Badge, Button, Title } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import rows from '../../ui/lists/text-row.module.css';
import { RowSection } from './row-section.tsx';
import {
  useGetMemberInvitationsQuery,
  useResendMemberInvitationMutation,
  useRevokeMemberInvitationMutation,
} from './teams-api.ts';

export function Invitations({ companyId }: { companyId: number }) {
  const { t } = useTranslation('teams');
  return (
    <RowSection
      label={t('invitations')}
      query={useGetMemberInvitationsQuery(companyId)}
      keyOf={({ invitation_id }) => invitation_id}
      head={
        <Title order={3} size="h5" mt="md">
          {t('invitations')}
        </Title>
      }
    >
      {(invitation) => <InvitationRow invitation={invitation} />}
    </RowSection>
  );
}

function InvitationRow({ invitation: { invitation_id, email, role, valid_until } }: { invitation: MemberInvitation }) {
  const { t } = useTranslation('teams');
  const times = useTimes();
  const { act } = useAct({ parallel: true });
  const [resend, { isLoading: resending }] = useResendMemberInvitationMutation();
  const [revoke, { isLoading: revoking }] = useRevokeMemberInvitationMutation();
  const failed = t('invitation_failed');
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>
          {email}
          <Badge variant="light" color="gray" size="sm" tt="none">
            {t(`roles.${role}`)}
          </Badge>
        </span>
        <span className={rows.detail}>{t('valid_until', { date: times.moment(valid_until) })}</span>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        loading={resending}
        aria-label={t('resend_to', { email })}
        onClick={() => void act(() => resend(invitation_id), { done: t('resent', { email }), failed })}
      >
        {t('resend')}
      </Button>
      <Button
        size="compact-xs"
        variant="light"
        color="error"
        loading={revoking}
        aria-label={t('revoke_of', { email })}
        onClick={() => void act(() => revoke(invitation_id), { done: t('revoked', { email }), failed })}
      >
        {t('revoke')}
      </Button>
    </>
  );
}
