import { useAct } from '../../ui/use-act.ts';
import type { Access } from '@belfry/schemas/http/teams/access';
import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { BlockedSenders } from './own-invitations.tsx';
import rows from '../../ui/lists/text-row.module.css';
import { useEndMemberMutation, useGetOwnAccessQuery } from './teams-api.ts';

/** The trees of the signed-in person, and those of others, which they may leave. */
export function OwnAccess() {
  const { t } = useTranslation('teams');
  const errorText = useErrorMessage();
  const query = useGetOwnAccessQuery();
  const [leaving, setLeaving] = useState<Access | null>(null);
  return (
    <PageSection title={t('own_access')} lead={t('own_access_lead')}>
      <RowList
        list={wholeList(query, query.data)}
        label={t('own_access')}
        entry={rows.row}
        keyOf={({ member_id, company_id }) => member_id ?? -company_id}
        waiting={<LineSkeletons count={2} height={44} />}
        empty={<Text size="sm">{t('own_access_none')}</Text>}
        failure={(error) => ({ message: errorText(error, t('load_error')) })}
      >
        {(access) => <AccessRow access={access} onLeave={setLeaving} />}
      </RowList>
      <BlockedSenders />
      {leaving && <LeaveQuestion access={leaving} onClose={() => setLeaving(null)} />}
    </PageSection>
  );
}

type AccessRowProps = { access: Access; onLeave: (access: Access) => void };

function AccessRow({ access, onLeave }: AccessRowProps) {
  const { t } = useTranslation('teams');
  const times = useTimes();
  const { member_id, company_name, organisation_name, role, expires_at } = access;
  const end = expires_at === null ? t('no_end') : `${t('until')} ${times.moment(expires_at)}`;
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>
          {company_name}
          <Badge variant="light" color="gray" size="sm" tt="none">
            {t(`roles.${role}`)}
          </Badge>
        </span>
        <span className={rows.detail}>{member_id === null ? t('own_tree') : `${organisation_name} · ${end}`}</span>
      </div>
      {member_id !== null && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${t('leave')}: ${company_name}`}
          onClick={() => onLeave(access)}
        >
          {t('leave')}
        </Button>
      )}
    </>
  );
}

function LeaveQuestion({
  access: { member_id, company_name: name },
  onClose,
}: {
  access: Access;
  onClose: () => void;
}) {
  const { t } = useTranslation('teams');
  const { act } = useAct();
  const [end] = useEndMemberMutation();
  return (
    <ConfirmDialog
      opened
      title={`${t('leave')}: ${name}`}
      confirmLabel={t('leave')}
      tone="error"
      onConfirm={() => act(() => end(member_id ?? 0), { done: t('left', { name }), failed: t('end_failed') })}
      onClose={onClose}
    >
      {t('leave_ask', { name })}
    </ConfirmDialog>
  );
}
