import { hasRight, NODE_ROLES, type NodeRole, rightsOfRole } from '@belfry/schemas/domain/rights';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { MomentField } from '../../../ui/fields/date-field.tsx';
import classes from './members.module.css';
import { RightsOfRole } from './rights-of-role.tsx';

/** `ends` is a wall-clock time of the reader, empty for access without an end. */
export type MemberValues = { email: string; role: NodeRole; may_emergency: boolean; ends: string };

export const NEW_MEMBER: MemberValues = { email: '', role: 'announcer', may_emergency: false, ends: '' };

type Props = {
  title: string;
  initial: MemberValues;
  submitLabel: string;
  asksEmail: boolean;
  failure: string | null;
  sending: boolean;
  onSend: (values: MemberValues) => void;
  onClose: () => void;
};

export function MemberForm({ title, initial, submitLabel, asksEmail, failure, sending, onSend, onClose }: Props) {
  return (
    <FormDialog title={title} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <Fields
          {...{ initial, submitLabel, asksEmail, failure, sending, onSend, onCancel }}
          onDirty={(values) => onDirty(JSON.stringify(values) !== JSON.stringify(initial))}
        />
      )}
    </FormDialog>
  );
}

type FieldsProps = Omit<Props, 'title' | 'onClose'> & {
  onCancel: () => void;
  onDirty: (values: MemberValues) => void;
};

function Fields({ initial, submitLabel, asksEmail, failure, sending, onSend, onCancel, onDirty }: FieldsProps) {
  const { t } = useTranslation('teams');
  const [values, setValues] = useState(initial);
  const change = (next: Partial<MemberValues>): void => {
    const changed = { ...values, ...next };
    setValues(changed);
    onDirty(changed);
  };
  const speaks = hasRight(rightsOfRole(values.role, { mayEmergency: true }), 'emergency');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend({ ...values, email: values.email.trim(), may_emergency: speaks && values.may_emergency });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {asksEmail && (
        <TextInput
          type="email"
          required
          data-autofocus
          label={t('email')}
          value={values.email}
          maxLength={254}
          error={failure}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t('role')}
        value={values.role}
        description={t(`role_hints.${values.role}`)}
        data={NODE_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        onChange={({ currentTarget }) => change({ role: currentTarget.value as NodeRole })}
      />
      <RightsOfRole role={values.role} mayEmergency={values.may_emergency} />
      {speaks && (
        <Switch
          label={t('may_emergency')}
          description={t('may_emergency_hint')}
          checked={values.may_emergency}
          onChange={({ currentTarget }) => change({ may_emergency: currentTarget.checked })}
        />
      )}
      <MomentField
        label={t('ends')}
        description={t('ends_hint')}
        value={values.ends}
        error={asksEmail ? undefined : failure}
        onChange={(ends) => change({ ends })}
      />
      <FormButtons submitLabel={submitLabel} submitting={sending} onCancel={onCancel} />
    </form>
  );
}
