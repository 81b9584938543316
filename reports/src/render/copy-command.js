// Puts a button beside each command that copies it.
for (const code of document.querySelectorAll('.command code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const said = document.createElement('span');
  said.role = 'status';
  button.addEventListener('click', () => void copy(code, said));
  code.after(button, said);
}

async function copy(code, said) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    said.textContent = 'Copied';
  } catch {
    // Some browsers forbid it to a page from disk.
    getSelection().selectAllChildren(code);
    said.textContent = 'Selected';
  }
}
