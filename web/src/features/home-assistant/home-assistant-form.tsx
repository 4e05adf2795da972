import {
  HOME_ASSISTANT_RIGHTS,
  type HomeAssistantConnection,
  MQTT_VERSIONS,
} from '@belfry/schemas/http/home-assistant';
import { Checkbox, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { More } from '../../kit/form/index.ts';
import { DialogForm, useFields } from '../../kit/panel/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useChangeHomeAssistantMutation, useCreateHomeAssistantMutation } from './home-assistant-api.ts';

type Props = { connection?: HomeAssistantConnection; onClose: () => void };

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

export function HomeAssistantForm({ connection, onClose }: Props) {
  const { t } = useTranslation('home-assistant');
  const [create] = useCreateHomeAssistantMutation();
  const [change] = useChangeHomeAssistantMutation();
  const { values, set, text, isDirty } = useFields(() => ({
    ...valuesOf(connection ?? EMPTY),
    password: '',
    node: connection?.company_id ?? null,
  }));
  const { password, node, ...rest } = values;
  const fields = { ...rest, ...(password !== '' && { password }) };
  return (
    <DialogForm
      title={connection ? t('edit_of', { name: connection.name }) : t('create')}
      size="lg"
      isDirty={isDirty}
      submitLabel={connection ? t('save') : t('create')}
      call={
        connection
          ? () => change({ id: connection.id, ...fields, enabled: connection.enabled, revision: connection.revision })
          : node === null
            ? null
            : () => create({ ...fields, company_id: node })
      }
      failed={t('save_failed')}
      onClose={onClose}
    >
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
        {...text('password')}
      />
      {connection === undefined && (
        <OnePlace
          right="members"
          label={t('place')}
          hint={t('place_hint')}
          value={values.node}
          onChange={(node) => set({ node })}
        />
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
    </DialogForm>
  );
}
