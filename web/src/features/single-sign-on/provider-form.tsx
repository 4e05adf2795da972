import { useAct } from '../../ui/use-act.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { IdentityProvider } from '@belfry/schemas/http/single-sign-on/providers';
import { PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SwitchRow } from '../../ui/fields/switch-row.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { OwnerField } from './owner-field.tsx';
import { type ProviderValues, readValues, valuesOf } from './provider-values.ts';
import { useAddProviderMutation, useChangeProviderMutation } from './providers-api.ts';
import { RulesField } from './rules-field.tsx';

type Props = { /** null: a new one. */ provider: IdentityProvider | null; onClose: () => void };

/** Adds or changes a provider. */
export function ProviderDialog({ provider, onClose }: Props) {
  const { t } = useTranslation('single-sign-on');
  return (
    <FormDialog title={t(provider ? 'edit_title' : 'add_title')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <ProviderForm provider={provider} onCancel={onCancel} onDirty={onDirty} onSaved={onClose} />
      )}
    </FormDialog>
  );
}

type FormProps = Pick<Props, 'provider'> & {
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
};

function ProviderForm({ provider, onCancel, onDirty, onSaved }: FormProps) {
  const { t } = useTranslation(['single-sign-on', 'common']);
  const [owner, setOwner] = useState(provider?.owner_id);
  const { values, change, failure, saving, save } = useProviderForm({ provider, owner, onDirty, onSaved });
  const role = useSelector(selectRole);
  const isAdmin = role !== null && isAdministrator(role);
  const text = (field: 'name' | 'issuer' | 'client_id' | 'roles_claim') => ({
    label: t(field),
    value: values[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ [field]: currentTarget.value }),
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {isAdmin && provider === null && (
          <OwnerField
            owner={owner}
            onChange={(chosen) => {
              setOwner(chosen);
              // The places of somebody else are others.
              change({ rules: [] });
            }}
          />
        )}
        <TextInput {...text('name')} description={t('name_hint')} data-autofocus />
        <TextInput {...text('issuer')} type="url" placeholder="https://login.example.com" />
        <TextInput {...text('client_id')} autoComplete="off" />
        <PasswordInput
          label={t('client_secret')}
          description={provider ? t('secret_stays') : undefined}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('secret_toggle'), tabIndex: 0 }}
          value={values.client_secret}
          onChange={({ currentTarget }) => change({ client_secret: currentTarget.value })}
        />
        <Textarea
          label={t('domains')}
          description={t('domains_hint')}
          autosize
          minRows={2}
          value={values.domains}
          onChange={({ currentTarget }) => change({ domains: currentTarget.value })}
        />
        <SwitchRow
          label={t('trusts_email')}
          description={t('trusts_email_hint')}
          checked={values.trusts_email}
          onChange={(trusts_email) => change({ trusts_email })}
        />
        <TextInput {...text('roles_claim')} description={t('roles_claim_hint')} />
        <SwitchRow
          label={t('asks_groups')}
          description={t('asks_groups_hint')}
          checked={values.asks_groups}
          onChange={(asks_groups) => change({ asks_groups })}
        />
        <RulesField owner={owner} rules={values.rules} onChange={(rules) => change({ rules })} />
        <SwitchRow
          label={t('passwords_allowed')}
          description={t('passwords_hint')}
          checked={values.passwords_allowed}
          onChange={(passwords_allowed) => change({ passwords_allowed })}
        />
        {isAdmin && (
          <SwitchRow
            label={t('show')}
            description={t('show_hint')}
            checked={values.show_on_sign_in}
            onChange={(show_on_sign_in) => change({ show_on_sign_in })}
          />
        )}
        <FormButtons submitLabel={t('save')} submitting={saving} cancelLabel={t('common:cancel')} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

type HookProps = Omit<FormProps, 'onCancel'> & { owner: number | undefined };

function useProviderForm({ provider, owner, onDirty, onSaved }: HookProps) {
  const { t } = useTranslation('single-sign-on');
  const [values, setValues] = useState(() => valuesOf(provider));
  const { act, failure, fail } = useAct({ inline: true });
  const [add, { isLoading: adding }] = useAddProviderMutation();
  const [edit, { isLoading: changing }] = useChangeProviderMutation();
  const change = (changes: Partial<ProviderValues>): void => {
    setValues({ ...values, ...changes });
    fail(null);
    onDirty(true);
  };
  const save = async (): Promise<void> => {
    const read = readValues(values, { isNew: provider === null });
    if ('problem' in read) return fail(t(`problem.${read.problem}`));
    const { client_secret, ...fields } = read.body;
    const answer = await act(
      () =>
        provider
          ? edit({
              ...fields,
              ...(values.client_secret !== '' && { client_secret }),
              provider_id: provider.provider_id,
              revision: provider.revision,
            })
          : add({ ...read.body, ...(owner !== undefined && { owner_id: owner }) }),
      { failed: t('failed') },
    );
    if (answer === undefined) return;
    onDirty(false);
    onSaved();
  };
  return { values, change, failure, saving: adding || changing, save };
}
