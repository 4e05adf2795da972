import { Stack, Text, Button } from '@mantine/core';
import { useTranslation } from '../../../../lib/translation.ts';
import type { ElementTask } from '../use-element-editor.ts';
import type { ElementFormState } from '../element-fields.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { ResponsibleForm } from './responsible-form.tsx';
import { settingsBodyOf, type SettingChanges } from './place-settings.ts';

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

/** Opens the dialog with the responsible people of a node; see TREE-58. */
export function ResponsibleButton({ companyId }: { companyId: number }) {
  const { t } = useTranslation('places');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="light" leftSection={<IconUsers size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('people.title')}
      </Button>
      {open && (
        <FormDialog title={t('people.title')} size="lg" onClose={() => setOpen(false)}>
          {({ onCancel, onDirty }) => (
            <ResponsibleForm
              companyId={companyId}
              onCancel={onCancel}
              onDirty={onDirty}
              onDone={() => setOpen(false)}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}

type Props = {
  /** null for a new one. */
  companyId: number | null;
  onChange: (body: ReturnType<typeof settingsBodyOf>) => void;
};

/** The settings that everything below a main company inherits, for its form; see TREE-56. */
export function MainCompanySettings({ companyId, onChange }: Props) {
  const [changes, setChanges] = useState<SettingChanges>({});
  return (
    <SettingsFields
      nodeId={companyId}
      parentId={null}
      changes={changes}
      onChange={(next) => {
        setChanges(next);
        onChange(settingsBodyOf(next));
      }}
    />
  );
}
