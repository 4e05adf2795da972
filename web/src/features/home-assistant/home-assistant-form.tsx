import {
  HOME_ASSISTANT_RIGHTS,
  type HomeAssistantConnection,
  MQTT_VERSIONS,
} from '@belfry/schemas/http/home-assistant';
import { Alert, Checkbox, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { More } from '../../kit/form/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useChangeHomeAssistantMutation, useCreateHomeAssistantMutation } from './home-assistant-api.ts';

type Props = { connection?: HomeAssistantConnection; onClose: () => void };

export function HomeAssistantForm({ connection, onClose }: Props) {
  const { t } = useTranslation('home-assistant');
  return (
    <FormDialog title={connection ? t('edit_of', { name: connection.name }) : t('create')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <Fields
          connection={connection}
          onDirty={onDirty}
          onCancel={onCancel}
          onSaved={() => {
            onDirty(false);
            onClose();
          }}
        />
      )}
    </FormDialog>
  );
}

type Values = Pick<HomeAssistantConnection, 'name' | 'url' | 'username' | 'version' | 'prefix' | 'allows'>;
const EMPTY: Values = {
  name: 'Home Assistant',
  url: '',
  username: '',
  version: '3.1.1',
  prefix: 'homeassistant',
  allows: ['say', 'volume', 'messages'],
};
const valuesOf = ({ name, url, username, version, prefix, allows }: Values): Values => ({
  name,
  url,
  username,
  version,
  prefix,
  allows,
});

type FieldsProps = {
  connection: HomeAssistantConnection | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

function Fields({ connection, onDirty, onCancel, onSaved }: FieldsProps) {
  const { t } = useTranslation('home-assistant');
  const { act, pending, failure } = useAct({ inline: true });
  const [create] = useCreateHomeAssistantMutation();
  const [change] = useChangeHomeAssistantMutation();
  const [values, setValues] = useState<Values>(valuesOf(connection ?? EMPTY));
  const [password, setPassword] = useState('');
  const [node, setNode] = useState<number | null>(connection?.company_id ?? null);
  const set = (next: Partial<Values>): void => {
    setValues((now) => ({ ...now, ...next }));
    onDirty(true);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const fields = { ...values, ...(password !== '' && { password }) };
    const failed = t('save_failed');
    if (connection) {
      const { id, enabled, revision } = connection;
      if ((await act(() => change({ id, ...fields, enabled, revision }), { failed })) !== undefined) onSaved();
    } else if (node !== null) {
      if ((await act(() => create({ ...fields, company_id: node }), { failed })) !== undefined) onSaved();
    }
  };
  const text = (field: 'name' | 'url' | 'username' | 'prefix') => ({
    value: values[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [field]: currentTarget.value }),
  });
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput required label={t('name')} maxLength={60} {...text('name')} />
        <TextInput
          required
          data-autofocus
          label={t('address')}
          description={t('address_hint')}
          placeholder="mqtts://homeassistant.example:8883"
          {...text('url')}
        />
        <TextInput label={t('username')} autoComplete="off" {...text('username')} />
        <PasswordInput
          label={t('password')}
          description={connection?.has_password ? t('password_kept') : undefined}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            onDirty(true);
          }}
        />
        {connection === undefined && (
          <OnePlace right="members" label={t('place')} hint={t('place_hint')} value={node} onChange={setNode} />
        )}
        <Checkbox.Group
          label={t('allows')}
          description={t('allows_hint')}
          value={values.allows}
          onChange={(allows) => set({ allows })}
        >
          <Stack gap={6} mt={4}>
            {HOME_ASSISTANT_RIGHTS.map((right) => (
              <Checkbox key={right} value={right} label={t(`right.${right}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <More what={t('more')}>
          <NativeSelect
            label={t('version')}
            data={[...MQTT_VERSIONS]}
            value={values.version}
            onChange={({ currentTarget }) => set({ version: currentTarget.value as Values['version'] })}
          />
          <TextInput required label={t('prefix')} description={t('prefix_hint')} {...text('prefix')} />
        </More>
        {failure !== null && (
          <Alert color="error" role="alert">
            {failure}
          </Alert>
        )}
        <FormButtons
          submitLabel={connection ? t('save') : t('create')}
          submitting={pending}
          submitDisabled={node === null}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
