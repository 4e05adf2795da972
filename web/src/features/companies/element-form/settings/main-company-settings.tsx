import { useState } from 'react';
import { settingsBodyOf, type SettingChanges } from './setting-changes.ts';
import { SettingsFields } from './settings-fields.tsx';

type Props = {
  /** null for a new one. */
  companyId: number | null;
  /** The fields that were changed. */
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
