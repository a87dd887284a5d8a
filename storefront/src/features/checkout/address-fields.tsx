import type { SyntheticEvent } from "react"
import { SelectField, TextField } from "../../ui/field"
import type { FieldErrors } from "../../ui/form"
import type { UK_CITIES } from "./uk-cities"

export function ContactFields({ errors }: { errors: FieldErrors }) {
  return (
    <fieldset className="form-part">
      <legend>Contact information</legend>
      <div className="form__pair">
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="next"
          required
          error={errors.email}
          hint="We'll send your order confirmation here."
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          required
          minLength={10}
          error={errors.phone}
          hint="For the carrier, and for us if there is a problem with your order."
        />
      </div>
    </fieldset>
  )
}

export function ShippingFields({ errors }: { errors: FieldErrors }) {
  return (
    <fieldset className="form-part">
      <legend>Shipping information</legend>
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        required
        minLength={2}
        maxLength={120}
        error={errors.name}
      />
      <TextField
        label="Address"
        name="address"
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
        required
        minLength={5}
        maxLength={300}
        error={errors.address}
        hint="House number and street, and your town if it is not in the list below."
      />
      <div className="form__pair">
        <SelectField
          label="City"
          name="city"
          autoComplete="address-level2"
          required
          defaultValue=""
          error={errors.city}
          hint="Not listed? Choose the nearest city: your address and postcode decide where the parcel goes."
        >
          <option value="" disabled>
            Select a city
          </option>
          {CITY_NAMES.map((city) => (
            <option key={city}>{city}</option>
          ))}
        </SelectField>
        <TextField
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          required
          minLength={5}
          maxLength={20}
          error={errors.postcode}
          hint="UK postcodes only"
          onInput={toUpperCase}
        />
      </div>
    </fieldset>
  )
}

function toUpperCase(event: SyntheticEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

/** The names alone, in alphabetical order: the page does not need the counties. */
export const CITY_NAMES: readonly (keyof typeof UK_CITIES)[] = [
  "Aberdeen",
  "Belfast",
  "Birmingham",
  "Bristol",
  "Cardiff",
  "Coventry",
  "Derby",
  "Edinburgh",
  "Glasgow",
  "Hull",
  "Leeds",
  "Leicester",
  "Liverpool",
  "London",
  "Manchester",
  "Newcastle upon Tyne",
  "Nottingham",
  "Oxford",
  "Plymouth",
  "Portsmouth",
  "Reading",
  "Sheffield",
  "Southampton",
  "Stoke-on-Trent",
  "Swansea",
]
