import { useTranslation } from 'react-i18next';
import { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { DEVICE_PASS_MAX, NOTE_MAX } from '@belfry/schemas/domain/limits';
import { TAG_MAX, TAGS_MAX } from '@belfry/schemas/domain/tags';
import { IMPORT_COLUMNS, type ImportError } from '@belfry/schemas/http/devices/files';

/** Why a line cannot be imported: which value, and which are allowed. A field that a later server names has the server's reason. */
export function useImportErrorText(): (error: ImportError) => string {
  const { t } = useTranslation('device-files');
  const limits = { pass: DEVICE_PASS_MAX, note: NOTE_MAX, tags: TAGS_MAX, tag: TAG_MAX };
  return ({ field, code, reason, value }) => {
    if (code !== 'invalid') return t(`error.${code}`);
    const column = IMPORT_COLUMNS.find((each) => each === field);
    if (!column) return reason;
    const allowed = t(`allowed.${column}`, { ...limits, modes: ADMIN_DEVICE_MODES.join(', ') });
    return value === undefined || value === '' ? allowed : t('error.value', { value, allowed });
  };
}
