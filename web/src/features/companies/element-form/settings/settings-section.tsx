import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ElementTask } from '../use-element-values.ts';
import type { ElementFormState } from '../components/element-fields.tsx';
import { ResponsibleButton } from './responsible-button.tsx';
import { SettingsFields } from './settings-fields.tsx';

/** The settings of announcements, and the people who are told about the place. */
export function SettingsSection({ form, task }: { form: ElementFormState; task: ElementTask }) {
  const { t } = useTranslation('element-form');
  const node = task.mode === 'edit' ? task.node : null;
  return (
    <Stack gap="md" align="stretch">
      <Text size="sm" c="dimmed">
        {t('settings_text')}
      </Text>
      <SettingsFields
        nodeId={node?.company_id ?? null}
        parentId={task.mode === 'edit' ? task.node.parent_company_id : task.parent.company_id}
        changes={form.values.settings}
        onChange={(settings) => form.setFieldValue('settings', settings)}
      />
      {node && (
        <div>
          <ResponsibleButton companyId={node.company_id} />
        </div>
      )}
    </Stack>
  );
}
