import { useAct } from '../../ui/use-act.ts';
import type { BlockedSender, OwnInvitation } from '@belfry/schemas/http/teams/own-invitations';
import { Button, Text, Title } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Card } from '../../ui/card.tsx';
import rows from '../../ui/lists/text-row.module.css';
import { RowSection } from './row-section.tsx';
import {
  useAcceptOwnInvitationMutation,
  useDeclineInvitationMutation,
  useGetBlockedSendersQuery,
  useGetOwnInvitationsQuery,
  useUnblockSenderMutation,
} from './teams-api.ts';

type Frame = ComponentType<{ title: string; children: ReactNode }>;
const TopCard: Frame = (props) => <Card order={2} {...props} />;

/** Organisations that invite the signed-in person. Renders nothing without any. `Frame`: what surrounds it. */
export function OwnInvitationsCard({ Frame = TopCard }: { Frame?: Frame }) {
  const { t } = useTranslation('teams');
  const query = useGetOwnInvitationsQuery();
  if (!query.data || query.data.length === 0) return null;
  return (
    <Frame title={t('own_invitations.title')}>
      <RowSection
        label={t('own_invitations.title')}
        query={query}
        keyOf={({ invitation_id }) => invitation_id}
        head={
          <Text size="sm" c="dimmed" mb="sm">
            {t('own_invitations.lead')}
          </Text>
        }
      >
        {(invitation) => <InvitationRow invitation={invitation} />}
      </RowSection>
    </Frame>
  );
}

function InvitationRow({ invitation }: { invitation: OwnInvitation }) {
  const { t } = useTranslation('teams');
  const times = useTimes();
  const { act } = useAct();
  const [accept, { isLoading: accepting }] = useAcceptOwnInvitationMutation();
  const [decline, { isLoading: declining }] = useDeclineInvitationMutation();
  const {
    invitation_id,
    company_name: name,
    organisation_name,
    role,
    may_emergency,
    invited_by,
    valid_until,
  } = invitation;
  const { expires_at } = invitation;
  const failed = t('own_invitations.failed');
  const values = {
    name,
    organisation: organisation_name,
    role: t(`roles.${role}`),
    by: invited_by ?? organisation_name,
  };
  const details = [
    may_emergency ? t('may_emergency_hint') : null,
    expires_at === null ? t('no_end') : `${t('until')} ${times.moment(expires_at)}`,
    t('valid_until', { date: times.moment(valid_until) }),
  ];
  const busy = accepting || declining;
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>{t('own_invitations.text', values)}</span>
        <span className={rows.detail}>{details.filter((detail) => detail !== null).join(' · ')}</span>
      </div>
      <Button
        size="compact-sm"
        loading={accepting}
        disabled={busy}
        aria-label={t('own_invitations.accept_of', values)}
        onClick={() => void act(() => accept(invitation_id), { done: t('invitation.accepted', { name }), failed })}
      >
        {t('invitation.accept')}
      </Button>
      {([false, true] as const).map((block) => (
        <Button
          key={String(block)}
          size="compact-sm"
          variant={block ? 'light' : 'default'}
          color={block ? 'error' : undefined}
          disabled={busy}
          aria-label={t(block ? 'own_invitations.block_of' : 'own_invitations.decline_of', values)}
          onClick={() =>
            void act(() => decline({ invitation_id, block }), {
              done: t(block ? 'own_invitations.blocked' : 'own_invitations.declined'),
              failed,
            })
          }
        >
          {t(block ? 'own_invitations.block' : 'own_invitations.decline')}
        </Button>
      ))}
    </>
  );
}

/** In the settings: people whose invitations are blocked. Renders nothing without any. */
export function BlockedSenders() {
  const { t } = useTranslation('teams');
  return (
    <RowSection
      label={t('own_invitations.senders')}
      query={useGetBlockedSendersQuery()}
      keyOf={({ sender_id }) => sender_id}
      head={
        <Title order={4} size="h6" mt="md">
          {t('own_invitations.senders')}
        </Title>
      }
    >
      {(sender) => <SenderRow sender={sender} />}
    </RowSection>
  );
}

function SenderRow({ sender: { sender_id, name, blocked_at } }: { sender: BlockedSender }) {
  const { t } = useTranslation('teams');
  const times = useTimes();
  const { act } = useAct();
  const [unblock, { isLoading }] = useUnblockSenderMutation();
  const send = () =>
    act(() => unblock(sender_id), {
      done: t('own_invitations.unblocked', { name }),
      failed: t('own_invitations.failed'),
    });
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>{name}</span>
        <span className={rows.detail}>{t('own_invitations.since', { date: times.moment(blocked_at) })}</span>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        loading={isLoading}
        aria-label={t('own_invitations.unblock_of', { name })}
        onClick={() => void send()}
      >
        {t('own_invitations.unblock')}
      </Button>
    </>
  );
}
