// Runs before the first paint, so that a light console does not flash dark. The key is LOCAL_KEYS.colourScheme.
{
  let choice = 'auto';
  try {
    choice = localStorage.getItem('theme') || 'auto';
  } catch {
    // Storage may be forbidden; the system decides.
  }
  const light = choice === 'light' || (choice === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', light ? 'light' : 'dark');
}
