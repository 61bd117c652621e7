/** withPlus returns a position of Lancelot from an address: a "+" between its rules that was not escaped there is read as a space. */
export const withPlus = (position: string) => position.replace('diagonals excalibur', 'diagonals+excalibur')
