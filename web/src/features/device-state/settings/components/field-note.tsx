import { IconAlertTriangle, IconCheck, IconClock, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeviceConfiguration, DeviceSettings } from '@belfry/schemas/domain/configuration';
import { fieldStateOf, type FieldState } from '../config/field-state.ts';
import classes from './field-note.module.css';

const ICONS: Record<FieldState['kind'], Icon> = {
  applied: IconCheck,
  pending: IconClock,
  rejected: IconAlertTriangle,
};

type Props = { configuration: DeviceConfiguration | undefined; field: keyof DeviceSettings };

/** Below a field: whether the device uses the saved value, or why not; see SET-12. */
export function FieldNote({ configuration, field }: Props) {
  const { t } = useTranslation('device-settings');
  const state = configuration && fieldStateOf(configuration, field);
  if (!state) return null;
  const Mark = ICONS[state.kind];
  return (
    <output className={classes.note} data-state={state.kind}>
      <Mark size={14} aria-hidden />
      {state.kind === 'rejected' ? t('field.rejected', { reason: state.reason }) : t(`field.${state.kind}`)}
    </output>
  );
}
