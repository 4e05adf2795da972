import { useTexts } from '../../lib/i18n.ts';
import classes from './tag-list.module.css';

/** The tags of a device in one line; the others of a long list are in its tooltip. Renders nothing without tags. */
export function TagList({ tags }: { tags: readonly string[] }) {
  const label = useTexts({ en: 'Tags', ru: 'Метки' });
  if (tags.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={label} title={tags.join(', ')}>
      {tags.map((tag) => (
        <li key={tag} className={classes.tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
