import { memberSchema } from '@belfry/schemas/http/teams/members';
import { useState } from 'react';
import type { z } from 'zod';
import { sendEdit } from '../../../lib/edit-conflict.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useEnds } from './ends.ts';
import { MemberForm, type MemberValues } from './member-form.tsx';
import { useChangeMemberMutation, useEndMemberMutation } from '../teams-api.ts';

/** What a membership is changed from. */
const memberAtSchema = memberSchema
  .pick({
    member_id: true,
    name: true,
    email: true,
    role: true,
    may_emergency: true,
    expires_at: true,
    revision: true,
  })
  .strip();
export type MemberAt = z.infer<typeof memberAtSchema>;

type MemberProps = { member: MemberAt; title: string; onClose: () => void };

export function ChangeMember({ member, title, onClose }: MemberProps) {
  const { t } = useTranslation('teams');
  const { act, pending, failure, fail } = useAct({ inline: true });
  const [change] = useChangeMemberMutation();
  const [base, setBase] = useState(member);
  const { member_id, name, email, role, may_emergency, expires_at } = member;
  const { toLocal, toInstant } = useEnds();
  const [ends] = useState(() => toLocal(expires_at));
  const send = async (values: MemberValues): Promise<void> => {
    const granted = {
      role: values.role,
      may_emergency: values.may_emergency,
      // The field has no seconds.
      expires_at: values.ends === ends ? expires_at : toInstant(values.ends),
    };
    // Both values are shown; sending it once more overwrites the other one.
    const rebase = (current: MemberAt): number => {
      setBase(current);
      fail(t('conflict', { role: t(`roles.${current.role}`), own: t(`roles.${values.role}`) }));
      return 1;
    };
    const edit = () =>
      sendEdit(base, ({ revision }) => change({ member_id, revision, ...granted }), {
        schema: memberAtSchema,
        rebase,
      });
    if ((await act(edit, { done: t('changed', { name }), failed: t('change_failed') })) !== undefined) onClose();
  };
  return (
    <MemberForm
      title={title}
      initial={{ email, role, may_emergency, ends }}
      submitLabel={t('save')}
      asksEmail={false}
      failure={failure}
      sending={pending}
      onSend={(values) => void send(values)}
      onClose={onClose}
    />
  );
}

export function EndMember({ member: { member_id, name }, title, onClose }: MemberProps) {
  const { t } = useTranslation('teams');
  const { act } = useAct();
  const [end] = useEndMemberMutation();
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={t('end')}
      tone="error"
      onConfirm={() => act(() => end(member_id), { done: t('ended', { name }), failed: t('end_failed') })}
      onClose={onClose}
    >
      {t('end_ask', { name })}
    </ConfirmDialog>
  );
}
