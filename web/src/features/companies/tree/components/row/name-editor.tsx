import { Popover, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../../company-tree.ts';
import { inputMaxOf, nodeValuesOf, problemOf } from '../../edit/node-form.ts';
import classes from './name-editor.module.css';

type Props = {
  node: TreeNode;
  /** Resolves to the error text, or null on success. */
  onSave: (name: string) => Promise<string | null>;
  /** `refocus`: the focus returns to the row, because it was ended with a key. */
  onClose: (refocus: boolean) => void;
};

/** The name of a node as a field in its row. Enter and leaving it save, Escape cancels; an error keeps it open; see TREE-54. */
export function NameEditor({ node, onSave, onClose }: Props) {
  const { t } = useTranslation('tree');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(node.name);
  const [failure, setFailure] = useState<string | null>(null);
  /** The field is closed or saved by a key, after which the focus leaves it. */
  const ending = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const save = async (refocus: boolean): Promise<void> => {
    if (ending.current) return;
    if (name.trim() === node.name) return onClose(refocus);
    const problem = problemOf(node, 'name', { ...nodeValuesOf(node), name });
    const field = t('form.name');
    if (problem === 'required') return setFailure(t('form.required', { field }));
    if (problem !== null) return setFailure(t('form.too_long', { field, max: problem }));
    ending.current = true;
    const refusal = await onSave(name.trim());
    ending.current = false;
    if (refusal === null) return onClose(refocus);
    setFailure(refusal);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void save(true);
    if (event.key !== 'Escape') return;
    ending.current = true;
    onClose(true);
  };
  return (
    <Popover opened={failure !== null} position="bottom-start" withRoles={false} closeOnClickOutside={false}>
      <Popover.Target>
        <input
          ref={input}
          className={classes.input}
          value={name}
          maxLength={inputMaxOf(node).name}
          aria-label={t('row.name', { name: node.name })}
          aria-invalid={failure !== null}
          aria-describedby={failure === null ? undefined : id}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={press}
          onBlur={() => void save(false)}
          onClick={(event) => event.stopPropagation()}
        />
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Text size="xs" c="var(--bf-error)" role="alert" id={id}>
          {failure}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
