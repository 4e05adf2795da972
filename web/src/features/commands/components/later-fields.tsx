import { Group, NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SUPPORT_MESSAGE_LENGTH_MAX } from '@belfry/schemas/mqtt/commands';
import { fieldsOf, PLAYER_ACTIONS, type LaterValues } from '../later-form.ts';
import { ChannelSelect, VolumeFields } from './volume-fields.tsx';

type Props = { values: LaterValues; onChange: (change: Partial<LaterValues>) => void };

/** The parameters of the chosen command. */
export function LaterFields({ values, onChange }: Props) {
  const { t } = useTranslation('commands');
  const action = (
    <NativeSelect
      label={t('later.action')}
      value={values.action}
      data={PLAYER_ACTIONS.map((name) => ({ value: name, label: t(`later.${name}`) }))}
      onChange={({ currentTarget }) => onChange({ action: currentTarget.value as LaterValues['action'] })}
    />
  );
  switch (fieldsOf(values.command)) {
    case 'volume':
      return <VolumeFields values={values} onChange={onChange} />;
    case 'player':
      return (
        <Group grow align="start">
          <ChannelSelect value={values.channel} onChange={(channel) => onChange({ channel })} />
          {action}
        </Group>
      );
    case 'action':
      return action;
    case 'message':
      return (
        <Textarea
          label={t('later.message')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={SUPPORT_MESSAGE_LENGTH_MAX}
          value={values.message}
          onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
        />
      );
    case 'none':
      return null;
  }
}
