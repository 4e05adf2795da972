import { signs } from './emblem.ts';
import urls from 'virtual:emblem-icons';
import classes from './emblem-icon.module.css';

/** An emoji is stored with or without the variation selector that asks for a colourful character. */
const withoutSelector = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');
const byEmoji = new Map(Object.entries(urls).map(([emoji, url]) => [withoutSelector(emoji), url]));
const urlOf = (emoji: string): string | undefined => byEmoji.get(withoutSelector(emoji));

type Props = { emblem: string; size: number };

/**
 * An emblem of one to four characters, `size` px high. Those of the gallery are pictures, so that they also show on systems
 * without an emoji font; any other is text. Decorative, because a name is beside it; see TREE-52.
 */
export function EmblemIcon({ emblem, size }: Props) {
  const whole = urlOf(emblem);
  // Dividing a text takes longer than all the rest, and nearly every emblem is one character.
  const parts = whole === undefined ? Array.from(signs.segment(emblem), ({ segment }) => segment) : [emblem];
  return (
    <span className={classes.emblem} style={{ fontSize: size }} aria-hidden>
      {parts.map((part, index) => {
        const url = urlOf(part);
        if (url === undefined) return part;
        // oxlint-disable-next-line react/no-array-index-key -- a character may occur twice, and the list does not change its order
        return <img key={index} src={url} alt={part} width={size} height={size} loading="lazy" draggable={false} />;
      })}
    </span>
  );
}
