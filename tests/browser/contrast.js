// Finds text that stands out too little from what lies behind it: 4.5 to 1, or 3 to 1 for large letters (E-118).
// Where a background is a gradient, the worst of its colours counts.
() => {
  const colours = (text) => [...text.matchAll(/(?:rgba?|color)\(([^)]*)\)/g)].map(([whole, body]) => {
    const parts = body.replace("srgb", "").split(/[\s,/]+/).filter(Boolean).map(Number);
    const scale = whole.startsWith("color") ? 255 : 1;
    return [parts[0] * scale, parts[1] * scale, parts[2] * scale, parts[3] ?? 1];
  });
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [more, less] = [light(one), light(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };

  function* ancestry(one) {
    for (let up = one; up; up = up.parentElement) yield getComputedStyle(up);
  }
  function grounds(one) {
    const layers = [];
    for (const style of ancestry(one)) {
      const [flat] = colours(style.backgroundColor);
      layers.unshift({ flat, stops: style.backgroundImage.includes("gradient") ? colours(style.backgroundImage) : [] });
      if (flat?.[3] === 1) break;
    }
    let below = [[255, 255, 255, 1]];
    for (const { flat, stops } of layers) {
      below = below.map((colour) => over(flat, colour));
      if (stops.length) below = below.flatMap((colour) => stops.map((stop) => over(stop, colour)));
    }
    return below;
  }

  const beside = ".visually-hidden, [inert], :disabled, [aria-hidden=true], .skip";
  function isRead(one) {
    const says = [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
    const seen = one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width;
    return says && seen && !one.closest(beside) && getComputedStyle(one).clipPath === "none";
  }
  function fault(one) {
    const style = getComputedStyle(one), size = parseFloat(style.fontSize);
    const colour = colours(one.closest("svg") ? style.fill : style.color)[0];
    for (const { opacity } of ancestry(one)) colour[3] *= opacity;
    const need = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const worst = Math.min(...grounds(one).map((ground) => ratio(over(colour, ground), ground)));
    const name = `${one.tagName}.${one.getAttribute("class")} ${one.textContent.trim().slice(0, 30)}`;
    return worst < need ? [`${name}: ${worst.toFixed(2)}`] : [];
  }
  return [...document.querySelectorAll("body *")].filter(isRead).flatMap(fault);
}
